import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

const browser = useBrowser();
/** Another one in each attempt: what a broken one has left is in nobody's way. */
const TRY = Date.now() % 100_000;

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  await page.getByRole('main').getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Nobody else finds alerts of ours: the first steps of a package count them. */
async function removeAll(page: Page, path: string, packageName: string): Promise<void> {
  const options = { headers: { authorization: person('customer').token } };
  const { data } = await (await page.request.get(`${path}?package_name=${packageName}`, options)).json();
  for (const { id } of data) expect((await page.request.delete(`${path}/${id}`, options)).status()).toBe(200);
}

async function add(page: Page, base: string, packageName: string, name: string): Promise<void> {
  await page.goto(`${base}?package=${packageName}`);
  await expect.poll(() => page.title()).toMatch(/^Alert\b/);
  await page.getByRole('link', { name: 'Add alert' }).first().click();
  await page.getByLabel('Name').fill(name);
  await choose(page, 'Compared with', 'a fixed limit');
  await page.getByRole('textbox', { name: 'Limit', exact: true }).fill('3');
}

it('an alert of a site is looked back on, saved, changed and read again after a reload [LAY-UI-33] [ALRT-ROUTE-01] [ALRT-UI-01]', {
  timeout: 120_000,
}, async () => {
  const page = await browser.as('customer');
  const name = `Fraud share ${TRY}`;
  await add(page, '/alert-page', WEB, name);
  // The days of these tests are small.
  await page.getByRole('textbox', { name: 'Events at least', exact: true }).fill('1');
  await page.getByRole('button', { name: 'Show when it would have been raised' }).click();
  const preview = page.getByRole('region', { name: 'Looking back on 90 days' });
  await preview.getByText(/\d+ days with data/).waitFor();
  expect(await preview.locator('tbody tr').count()).toBeGreaterThan(0);
  await picture(page, 'alert-form');
  await expectAccessible(page, 'alert form');
  await page.getByRole('textbox', { name: 'Limit', exact: true }).fill('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('No value can pass this limit').first().waitFor();
  await page.getByRole('textbox', { name: 'Limit', exact: true }).fill('3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name, exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Alert', exact: true }).waitFor();
  await picture(page, 'alerts');
  await expectAccessible(page, 'alerts');

  await page.getByRole('cell', { name, exact: true }).click();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => /^\/alert-page\/\d+$/.test(url.pathname));
  await page.getByRole('textbox', { name: 'Limit', exact: true }).fill('41');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('above 41').first().waitFor();
  await page.reload();
  await page.getByText('above 41').first().waitFor();
  await removeAll(page, '/api/web-bi/alert_config', WEB);
});

it('an app has alerts of its own under its own address [LAY-UI-34] [ALRT-ROUTE-02]', { timeout: 120_000 }, async () => {
  const page = await browser.as('customer');
  const name = `Installs ${TRY}`;
  await add(page, '/app/alert-page', APP, name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name, exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Alert', exact: true }).waitFor();
  await page.goto(`/alert-page?package=${WEB}`);
  await page.getByRole('link', { name: 'Add alert' }).first().waitFor();
  expect(await page.getByRole('cell', { name, exact: true }).count()).toBe(0);
  await removeAll(page, '/api/web-bi/appfraud/alert_config', APP);
});

it('what was raised is read, and fits a phone', { timeout: 60_000 }, async () => {
  const page = await browser.as('customer');
  await page.goto(`/alerts/inbox?package=${WEB}`);
  await page.getByText(/What was raised in/).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Alerts', exact: false }).waitFor();
  await expectAccessible(page, 'raised alerts');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goto(`/alert-page/add?package=${WEB}`);
  await page.getByLabel('Name').waitFor();
  await expectNoSidewaysScroll(page);
  await picture(page, 'alert-form-phone');
});
