import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

const PACKAGE = 'brandshop.example';
const RANGE = `package=${PACKAGE}&from=2026-03-01&to=2026-03-31`;

const browser = useBrowser();
let page: Page;
const headers = () => ({ authorization: person('admin').token });
const post = async (path: string, data: object) => {
  const made = await page.request.post(path, { headers: headers(), data });
  expect([path, made.status(), made.ok() ? '' : await made.text()]).toEqual([path, 200, '']);
  return (await made.json()).data;
};

beforeAll(async () => {
  page = await browser.as('admin');
  await post('/api/config/package', {
    package_name: PACKAGE,
    package_title: 'Brand Shop',
    platform: 'web',
    time_zone: 'UTC',
    currency: 'EUR',
  });
});

const title = () => textOf(page.getByRole('heading', { level: 1 }));
const ADS = [
  'keyword,country,device,observed_at,position,advertiser,display_url,final_url,redirect_chain',
  `brandshop,DE,desktop,2026-03-10 09:00,1,Deals,${PACKAGE}/sale,https://${PACKAGE}/,https://www.awin1.com/cread.php?awinaffid=55`,
  'brandshop,DE,mobile,2026-03-11 09:00,2,Rival,rival.example,https://www.rival.example/,',
].join('\n');

describe('the tools against the misuse of a brand', () => {
  it('[OTH-ROUTE-10] [OTH-ROUTE-11] [OTH-ROUTE-14] [LAY-GAP-01] show ads by whose they are under their own titles, with a ticket and a file', async () => {
    await page.goto(`/adword_affiliate?${RANGE}`);
    await page.getByText('No affiliate ad was seen', { exact: false }).waitFor();
    expect(await title()).toBe('Adword Affiliate');
    await page.locator('main').getByRole('button', { name: 'Upload' }).first().click();
    const panel = page.getByRole('dialog');
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'ads.csv', mimeType: 'text/csv', buffer: Buffer.from(ADS) });
    await panel.getByRole('button', { name: 'Take the file' }).click();
    await panel.getByText('Of 2 rows 2 are new', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ hasText: 'awin:55' });
    await row.getByText('Hijack', { exact: false }).waitFor();
    await picture(page, 'adword-affiliate');
    await row.getByText('brandshop', { exact: true }).click();
    await panel.getByText('awinaffid=55', { exact: false }).waitFor();
    await expectAccessible(page, 'affiliate ad');
    await picture(page, 'adword-evidence');
    await panel.getByRole('button', { name: 'Create ticket' }).click();
    await panel.getByLabel('What should be done').fill('Please take it down.');
    await panel.locator('form').getByRole('button', { name: 'Create ticket' }).click();
    await panel.getByRole('link', { name: /^Ticket \d+/ }).click();
    await page.getByText('Please take it down.', { exact: false }).first().waitFor();

    await page.goto(`/adword_competitor?${RANGE}`);
    await page.getByRole('row').filter({ hasText: 'rival.example' }).waitFor();
    expect(await title()).toBe('Adword Competitor');
    expect(await page.getByRole('row').filter({ hasText: 'awin:55' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'By domain' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'rival.example' })
      .getByText('50', { exact: false })
      .first()
      .waitFor();
    await picture(page, 'adword-domains');
    await page.getByRole('tab', { name: 'Whose is whose' }).click();
    await page.getByText('Nobody is named yet', { exact: false }).waitFor();

    await page.goto(`/keyword-bidding-download?${RANGE}`);
    await page.getByRole('row').filter({ hasText: 'rival.example' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(3);
  });

  it('[OTH-ROUTE-12] [OTH-ROUTE-13] [LAY-UI-37] show misused coupons and those of people who recommend', async () => {
    await page.goto(`/coupons?${RANGE}&tab=coupons`);
    await page.getByText('There is no coupon yet').waitFor();
    expect(await title()).toBe('Coupons');
    await page.locator('main').getByRole('button', { name: 'Add a coupon' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Spring sale');
    await panel.getByLabel('Publisher', { exact: true }).fill('Northwind');
    await panel.getByRole('button', { name: 'Add a coupon' }).click();
    await page.getByRole('row').filter({ hasText: 'Spring sale' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Spring sale' }).click();
    await page.getByRole('menuitem', { name: 'Issue codes' }).click();
    await panel.getByRole('button', { name: 'Issue codes' }).click();
    await panel.getByText('10 codes are issued').waitFor();
    const code = (await textOf(panel.locator('pre'))).split('\n')[0]?.trim();
    await picture(page, 'coupon-codes');
    await page.keyboard.press('Escape');
    const uses = `code,used_at,order_id,publisher\n${code},2026-03-10 10:00,o-1,Leaky Deals`;
    await page.request.put(`/api/coupons/file?package_name=${PACKAGE}&file_name=u.csv`, {
      headers: { ...headers(), 'content-type': 'application/octet-stream' },
      data: Buffer.from(uses),
    });
    await page.goto(`/coupons?${RANGE}`);
    await page.getByRole('row').filter({ hasText: 'Leaky Deals' }).getByText('Wrong publisher').waitFor();
    await expectAccessible(page, 'coupons');
    await picture(page, 'coupons');

    const { id } = await post('/api/coupons/pools', {
      package_name: PACKAGE,
      name: 'Bring a friend',
      kind: 'referral',
      value: '5',
      value_kind: 'amount',
      publisher: 'Northwind',
    });
    await post(`/api/coupons/pools/${id}/issue`, { owners: ['anna'] });
    await page.goto(`/coupons-referral?${RANGE}`);
    await page.getByRole('row').filter({ hasText: 'Northwind' }).waitFor();
    expect(await title()).toBe('Coupon Referral');
    await picture(page, 'coupons-referral');
  });

  it('[OTH-ROUTE-02] tracks domains, on a phone and in German too', async () => {
    await page.goto(`/web/tools/domain-tracking?${RANGE}`);
    await page.locator('main').getByRole('button', { name: 'Add domains' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Domains').fill('brandshop-outlet.example\nbrandsh0p.example');
    await panel.getByRole('button', { name: 'Add domains' }).click();
    const row = page.getByRole('row').filter({ hasText: 'brandsh0p.example' });
    await row.waitFor();
    await picture(page, 'domain-tracking');
    await row.getByText('brandsh0p.example').click();
    await panel.getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('dialog')
      .filter({ hasText: 'tracked no longer' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await row.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['web/tools/domain-tracking', 'adword_affiliate', 'coupons', 'coupons-referral']) {
      await page.goto(`/${path}?${RANGE}`);
      await page.getByRole('table').first().waitFor();
      await expectNoSidewaysScroll(page);
      await picture(page, `phone-${path.replaceAll('/', '-')}`);
    }
  });
});
