import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { expectNoSidewaysScroll, person, picture, textOf, useBrowser } from './browser.ts';

/** Purchases of one source in a month that is over, agreed on at three euros each: owed, approved, and weighed with spend. */
const PACKAGE = 'settled.example';
const MONTH = { from: '2026-03-01', to: '2026-03-31' };
const RANGE = `package=${PACKAGE}&from=${MONTH.from}&to=${MONTH.to}`;
const PURCHASES = 12;

const browser = useBrowser();
let page: Page;

const post = async (path: string, data: object) => {
  const made = await page.request.post(path, { headers: { authorization: person('admin').token }, data });
  expect([path, made.status()]).toEqual([path, 200]);
  return made.json();
};

beforeAll(async () => {
  page = await browser.as('admin');
  await post('/api/config/package', {
    package_name: PACKAGE,
    package_title: 'Shop that Pays',
    platform: 'web',
    time_zone: 'UTC',
    currency: 'EUR',
  });
  const events = Array.from({ length: PURCHASES }, (_, index) =>
    JSON.stringify({
      kind: 'web_event',
      event_name: 'purchase',
      ts: `2026-03-${String(index * 2 + 3).padStart(2, '0')}T10:07:00Z`,
      publisher: 'Northwind',
      campaign: 'Spring',
      revenue: '10.50',
      currency: 'EUR',
      order_id: `order-${index}`,
      ip: `81.2.${index + 9}.${index + 1}`,
      user_agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    }),
  );
  await page.goto(`/traffic/import?package=${PACKAGE}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'orders.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(events.join('\n')) });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
  const terms = { model: 'CPA', event: 'purchase', rate: '3', currency: 'EUR', valid_from: '2026-01-01' };
  const model = await post('/api/reconciliation/payment', { package_name: PACKAGE, name: 'Purchases', ...terms });
  await post('/api/reconciliation/publisher_payment', {
    package_name: PACKAGE,
    publisher: 'Northwind',
    payment_model: model.data.key,
  });
});

const table = (name: RegExp): Locator => page.getByRole('table', { name });
const northwind = (name: RegExp): Locator => table(name).getByRole('row').filter({ hasText: 'Northwind' });

describe('what publishers are owed', () => {
  it('is a report of lines and totals whose numbers lead to their events, with its file [REC-ROUTE-09]', async () => {
    await page.goto(`/reconcilation/report?${RANGE}`);
    await northwind(/What is owed/).waitFor();
    expect(await page.title()).toContain('Payout Report');
    const line = northwind(/Lines of the payout report/);
    await line.waitFor();
    expect(await textOf(line)).toMatch(/Spring.*purchase.*Purchases · CPA.*12.*€3\.00.*€36\.00/);
    await expect.poll(() => textOf(northwind(/What is owed/))).toMatch(/Not generated.*€36\.00/);
    await picture(page, 'payout-report');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Payout Report_settled\.example_2026-03-01_2026-03-31.*\.csv$/);
    await page.getByRole('button', { name: 'Add adjustment' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Publisher' }).fill('Northwind');
    await form.getByRole('textbox', { name: 'Amount' }).fill('-1,50');
    await form.getByRole('textbox', { name: 'Reason' }).fill('Agreed by mail');
    await picture(page, 'payout-adjust');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => textOf(northwind(/What is owed/))).toMatch(/€34\.50.*-€1\.50/);
    // A partner who counted far more: the line is disputed, with the difference.
    await page.getByRole('button', { name: "Partner's counts (CSV)" }).click();
    const panel = page.getByRole('dialog');
    const counts = (units: number) =>
      panel.locator('input[type=file]').setInputFiles({
        name: 'counts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`publisher,units\nNorthwind,${units}\n,3`),
      });
    await counts(24);
    await panel.getByText('1 line taken.').waitFor();
    await panel.getByText('Line 3 names no publisher.').waitFor();
    await panel.getByRole('row').filter({ hasText: 'Northwind' }).waitFor();
    await expectAccessible(page, 'counts of a partner');
    await picture(page, 'payout-counts');
    await expect.poll(() => textOf(line)).toMatch(/100.*%.*Disputed/);
    await counts(12);
    await panel
      .getByRole('row')
      .filter({ hasText: /Northwind.*12/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => textOf(line)).not.toContain('Disputed');
    await line.getByRole('link', { name: '12', exact: true }).first().click();
    await page.waitForURL((url) => url.pathname === '/traffic/events');
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(PURCHASES);
  });

  it('is generated for a period, listed, and approved once and for all [REC-ROUTE-10] [REC-GAP-02]', async () => {
    await page.goto(`/reconcilation/report?${RANGE}`);
    await page.getByText('No payout report was generated yet.').waitFor();
    await page.locator('main').getByRole('link', { name: 'Generate', exact: true }).first().click();
    await page.waitForURL((url) => url.pathname === '/reconcilation/report-add');
    await page.getByRole('combobox', { name: 'Cycle' }).click();
    await page.getByRole('option', { name: 'Other days' }).click();
    await page.getByLabel('First day').fill(MONTH.from);
    await page.getByLabel('Last day').fill(MONTH.to);
    await picture(page, 'payout-generate');
    await expectAccessible(page, 'generate payout report');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText('Created successfully !').waitFor();
    const report = northwind(/Payout reports by publisher/);
    await report.waitFor();
    expect(await textOf(report)).toMatch(/Calculated.*€34\.50.*2026-03-01.*2026-03-31/);
    await report.getByRole('checkbox', { name: 'Choose Northwind' }).check();
    await page.getByRole('button', { name: 'Approve (1)' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 report, payable €34\.50/).waitFor();
    expect(await textOf(dialog)).toMatch(/Northwind.*Mar 1, 2026.*Mar 31, 2026.*€34\.50/);
    // What changed since is told, and it is generated again where it is approved.
    await post('/api/reconciliation/adjustment', {
      package_name: PACKAGE,
      publisher: 'Northwind',
      amount: '2.00',
      currency: 'EUR',
      reason: 'Bonus',
    });
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText(/is out of date/).waitFor();
    await dialog.getByRole('button', { name: 'Generate again' }).click();
    await dialog.getByText(/1 report, payable €36\.50/).waitFor();
    await picture(page, 'payout-approve');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Updated successfully !').waitFor();
    await expect.poll(() => textOf(report)).toContain('Approved');
    await expect.poll(() => textOf(northwind(/What is owed/))).toContain('Approved');
  });
});

describe('return on ad spend', () => {
  it('is revenue by the spend that is entered, else by what is agreed [REC-ROUTE-11] [REC-ROUTE-12] [REC-GAP-02]', async () => {
    await page.goto(`/reconcilation/roas?${RANGE}`);
    const row = northwind(/Return on ad spend/);
    await row.waitFor();
    expect(await textOf(row)).toMatch(/Mar 2026.*Spring.*€36\.00.*Events.*€126\.00.*3\.50/);
    await page.getByRole('link', { name: 'Add spend' }).click();
    await page.waitForURL((url) => url.pathname === '/reconcilation/roas-add');
    await page.getByRole('combobox', { name: 'Publisher' }).fill('Northwind');
    await page.getByRole('combobox', { name: 'Campaign' }).fill('Spring');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/Amount|amount such as/)
      .last()
      .waitFor();
    await page.getByRole('textbox', { name: 'Amount' }).fill('63');
    await picture(page, 'roas-add');
    await expectAccessible(page, 'add spend');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Created successfully !').waitFor();
    await row.waitFor();
    await expect.poll(() => textOf(row)).toMatch(/€63\.00.*Entry.*€126\.00.*2\.00/);
    expect(await textOf(page.locator('main'))).not.toContain('NaN');
    await picture(page, 'roas');
  });

  it('is followed by what fraud would have cost and what became of it, by month and publisher', async () => {
    await page.goto(`/reconcilation/savings?${RANGE}`);
    await northwind(/Savings by publisher/).waitFor();
    expect(await textOf(northwind(/Savings by publisher/))).toMatch(/€36\.00.*€0\.00/);
    await expectAccessible(page, 'savings');
    await picture(page, 'savings');
  });

  it('and all of it can be read in the dark and on a phone', async () => {
    const other = await browser.as('admin', { colorScheme: 'dark', viewport: { width: 390, height: 900 } });
    for (const path of ['/reconcilation/report', '/reconcilation/roas', '/reconcilation/savings']) {
      await other.goto(`${path}?${RANGE}`);
      await other.getByText('Northwind').first().waitFor();
      await expectAccessible(other, `${path} dark`);
      await expectNoSidewaysScroll(other);
      await picture(other, `${path.slice(1).replace('/', '-')}-dark-390`);
    }
  });
});
