import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { person, picture, useBrowser } from './browser.ts';
import { WEB } from './people.ts';

/** Packages of their own: what is set here judges nothing that others look at. */
const APP = `protect-${Date.now().toString(36)}.app`;
const browser = useBrowser();
let page: Page;

async function api(method: 'get' | 'post', path: string, data?: unknown) {
  const headers = { authorization: person('admin').token };
  const answer = await page.request[method](path, { headers, ...(data === undefined ? {} : { data }) });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
}

beforeAll(async () => {
  page = await browser.as('admin', { viewport: { width: 1440, height: 1000 } });
  await api('post', '/api/config/package', {
    package_name: APP,
    package_title: 'Protected App',
    platform: 'app',
    time_zone: 'UTC',
    currency: 'EUR',
  });
}, 120_000);

const choose = async (label: string, option: string | RegExp, from = page) => {
  await from.getByRole('combobox', { name: label }).first().click();
  await from.getByRole('option', { name: option }).first().click();
};
const actions = async (name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

describe('configurations of publishers', () => {
  const stored = async () =>
    (await api('get', `/api/web-bi/publisher_config/all?package_name=${APP}`)).data as Record<string, unknown>[];

  it('are added, viewed, switched off and deleted, each time as what is stored, and what is clicked is counted once [PCFG-API-15] [PCFG-UI-01] [PCFG-ROUTE-03] [PCFG-ROUTE-04] [PCFG-ROUTE-05] [PCFG-GAP-03]', async () => {
    const clicks: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/analytics_click'))
        clicks.push(`${request.method()} ${request.postDataJSON().action}`);
    });
    await page.goto(`/app/publisher_report?package=${WEB}`);
    await page.getByText('“Publisher Configuration” is for apps').waitFor();
    await page.goto(`/app/publisher_report?package=${APP}`);
    await page.getByText('No publisher is treated apart yet.').waitFor();
    await page.getByRole('link', { name: 'Add configuration' }).first().click();
    await page.waitForURL(/\/app\/publisher_report\/add/);
    await page.getByRole('heading', { level: 1, name: 'Add Configuration' }).waitFor();
    await page.getByLabel('Publisher', { exact: false }).first().fill('Northwind');
    await choose('Dashboard type', 'Install');
    await page.getByLabel('Name', { exact: false }).first().fill('Soon installs of Northwind');
    await choose('Category', 'Click and attribution');
    await choose('Sub-category', 'Click injection');
    await choose('Variation', /too soon after the click/);
    await page.getByLabel('Fraud if CTIT is under').fill('61');
    await page
      .locator('label')
      .filter({ hasText: /^Block$/ })
      .click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This lies outside what the rule allows').waitFor();
    await page.getByLabel('Fraud if CTIT is under').fill('45');
    await picture(page, 'publisher-configuration-add');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Data Saved successfully !').waitFor();
    expect(await stored()).toMatchObject([
      { publisher: 'Northwind', dashboard_type: 'Install', threshold: 45, action: 'block', active: true },
    ]);
    await page.getByRole('row').filter({ hasText: 'Northwind' }).waitFor();
    await picture(page, 'publisher-configurations');
    await actions('Soon installs of Northwind', 'View');
    await page.waitForURL(/publisher_report\/view/);
    await page.reload();
    expect(await page.getByLabel('Fraud if CTIT is under').inputValue()).toMatch(/^45/);
    await page.goBack();
    await actions('Soon installs of Northwind', 'Switch off');
    await page.getByText('Data Saved successfully !').last().waitFor();
    expect(await stored()).toMatchObject([{ active: false, action: 'block' }]);
    await actions('Soon installs of Northwind', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted successfully !', { exact: false }).waitFor();
    expect(await stored()).toEqual([]);
    expect(clicks).toEqual(['POST add', 'POST open', 'POST switch_off', 'POST delete']);
  });

  it('of a website have addresses of their own, with the prescribed titles [LAY-UI-19] [LAY-UI-26] [LAY-UI-31] [PCFG-ROUTE-01] [PCFG-ROUTE-02] [PCFG-ROUTE-07]', async () => {
    const web = `protect-${Date.now().toString(36)}.example`;
    await api('post', '/api/config/package', {
      package_name: web,
      package_title: 'Protected Site',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'EUR',
    });
    const wanted = {
      package_name: web,
      publisher: 'Southwind',
      dashboard_type: 'Click',
      configuration_name: 'Busy clicks of Southwind',
      fraud_category: 'clk',
      fraud_sub_category: 'clk.frequency',
      variation: 'click_frequency',
      action: 'flag',
    };
    await api('post', '/api/web-bi/publisher_config', wanted);
    await page.goto(`/web/publisher-report?package=${web}`);
    await page.getByRole('heading', { level: 1, name: 'Publisher Configuration', exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Busy clicks of Southwind' }).waitFor();
    const listed = {
      package_name: web,
      analysis: 'Click',
      rule_name: 'Clicks of our office',
      conditions: [{ field: 'ip', operator: 'in_network', values: ['192.0.2.0/24'] }],
      reason: 'Our office',
    };
    await api('post', '/api/web-bi/whitelist', listed);
    await page.goto(`/white-listing?package=${web}`);
    await page.getByRole('heading', { level: 1, name: 'White Listing', exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Clicks of our office' }).waitFor();
    for (const path of ['/web/publisher_report/add', '/add-configuration']) {
      await page.goto(`${path}?package=${web}`);
      await page.getByRole('heading', { level: 1, name: 'Add Configuration', exact: true }).waitFor();
      await page.getByLabel('Dashboard type').first().waitFor();
      expect(await page.title()).toContain('Add Configuration');
    }
  });
});

describe('the register of publishers and campaigns of Meta', () => {
  it('takes a publisher and a campaign, and keeps what is changed [PCFG-ROUTE-06]', async () => {
    await page.goto(`/publishers?package=${APP}`);
    await page.getByRole('button', { name: 'Add publisher' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Publisher', { exact: false }).first().fill('Northwind');
    await panel.getByLabel('Contact').fill('Ann Field');
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Ann Field' }).waitFor();
    await page.goto(`/app/meta-campaign?package=${APP}`);
    await page.getByRole('button', { name: 'Write down a campaign' }).first().click();
    await panel.getByLabel('Campaign', { exact: false }).first().fill('Spring');
    await panel.getByLabel('Target cost of an install').fill('1,75');
    await panel.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Spring' });
    await row.getByText('€1.75').waitFor();
    await row.click();
    await panel.getByLabel('Target cost of an install').fill('2.00');
    await panel.getByRole('button', { name: 'Save' }).click();
    await row.getByText('€2.00').waitFor();
    const { data } = await api('get', `/api/web-bi/appfraud/meta_campaign/details?package_name=${APP}`);
    expect(data).toMatchObject([{ campaign: 'Spring', target_cost: '2.000000' }]);
  });
});

describe('rules of the white list', () => {
  const stored = async () => (await api('get', `/api/web-bi/whitelist?package_name=${APP}`)).data;

  it('are added, edited after a reload, and deleted, each time as what is stored [LAY-UI-20] [WL-UI-01] [WL-ROUTE-01] [WL-ROUTE-02] [WL-ROUTE-03] [WL-ROUTE-04] [WL-ROUTE-05] [WL-GAP-02]', async () => {
    await page.goto(`/app/white-listing?package=${WEB}`);
    await page.getByText('“White Listing” is for apps').waitFor();
    await page.goto(`/app/white-listing?package=${APP}`);
    await page.getByRole('heading', { level: 1, name: 'White Listing', exact: true }).waitFor();
    await page.getByText('Nothing is white-listed yet.').waitFor();
    await page.goto(`/add-white-listing?package=${APP}`);
    await page.getByRole('heading', { level: 1, name: 'White Listing Rule', exact: true }).waitFor();
    await choose('Dashboard type', 'Install Dashboard');
    await page.getByLabel('Rule name').fill('Our own network');
    const values = page
      .getByRole('combobox', { name: 'Values of condition 1' })
      .or(page.getByLabel('Values of condition 1'))
      .first();
    await values.fill('Northwind');
    await values.press('Enter');
    await page.getByLabel('Reason').fill('Our own test phones');
    await page.getByRole('button', { name: 'What would it hide?' }).click();
    await page.getByText('It covers 0 of 0 events').waitFor();
    await picture(page, 'white-listing-add');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Created successfully !').waitFor();
    expect(await stored()).toMatchObject([
      { rule_name: 'Our own network', conditions: [{ field: 'publisher', operator: 'is', values: ['Northwind'] }] },
    ]);
    await picture(page, 'white-listing');
    await actions('Our own network', 'Edit');
    await page.waitForURL(/\/app\/white-listing\/edit\?.*rule_name=Our/);
    await page.reload();
    await page.getByLabel('Reason').fill('Phones of the whole team');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Updated successfully !').waitFor();
    expect(await stored()).toMatchObject([{ reason: 'Phones of the whole team' }]);
    await actions('Our own network', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted successfully !', { exact: false }).waitFor();
    expect(await stored()).toEqual([]);
  });
});
