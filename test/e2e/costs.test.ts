// @drawn a journey that no requirement names
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { boardReady, openEvent, person, picture, textOf, useBrowser, walkTo } from './browser.ts';

/** A dated price by hand, seen everywhere and taken back, and the rates of the bank's file: clicks that bring no cost. */
const PACKAGE = 'costs.example';
const DAYS = { from: '2026-03-02', to: '2026-03-04' };
const RANGE = `package=${PACKAGE}&from=${DAYS.from}&to=${DAYS.to}`;
const CLICKS = 40;

const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  page = await browser.as('admin');
  const made = await page.request.post('/api/config/package', {
    headers: { authorization: person('admin').token },
    data: {
      package_name: PACKAGE,
      package_title: 'Shop with Prices',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'EUR',
    },
  });
  expect(made.status()).toBe(200);
  const clicks = Array.from({ length: CLICKS }, (_, index) =>
    JSON.stringify({
      kind: 'click',
      ts: `2026-03-03T10:${String(index).padStart(2, '0')}:00Z`,
      publisher: 'Northwind',
      ip: `81.2.9.${index + 1}`,
      user_agent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      click_id: `click-${index}`,
    }),
  );
  await page.goto(`/traffic/import?package=${PACKAGE}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clicks.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(clicks.join('\n')) });
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
});

const prices = (): Locator => page.getByRole('table', { name: /Prices by source/ });
const eventCost = (): Locator => page.getByRole('dialog').getByText('Cost', { exact: true }).locator('..');

/** Where an analyst meets money: the list of publishers, the board, one event. */
async function expectSpend(spend: RegExp, event: RegExp): Promise<void> {
  await page.goto(`/publisher?${RANGE}`);
  const northwind = page.getByRole('row').filter({ hasText: 'Northwind' });
  await northwind.waitFor();
  await expect.poll(() => textOf(northwind)).toMatch(spend);
  await page.goto(`/web/dashboard/click?${RANGE}`);
  await boardReady(page);
  await expect.poll(() => textOf(page.locator('main'))).toMatch(spend);
  await page.goto(`/traffic/events?${RANGE}`);
  await page.locator('main tbody tr').first().waitFor();
  await openEvent(page);
  await eventCost().waitFor();
  expect(await textOf(eventCost())).toMatch(event);
}

describe('what traffic costs', () => {
  it('is not known before anybody says so, and the event leads to where it is said', async () => {
    await page.goto(`/traffic/events?${RANGE}`);
    await page.locator('main tbody tr').first().waitFor();
    await openEvent(page);
    expect(await textOf(eventCost())).toContain('not known');
    await page.getByRole('dialog').getByRole('link', { name: 'Set a price' }).click();
    await page.waitForURL((url) => url.pathname === '/traffic/costs');
    const form = page.getByRole('dialog');
    await form.waitFor();
    await picture(page, 'costs-form');
    expect(await form.getByRole('combobox', { name: 'Source' }).inputValue()).toBe('Northwind');
    await expectAccessible(page, 'costs form');
    await form.getByRole('textbox', { name: 'Price' }).fill('0.25');
    await form.getByLabel('From').fill('2026-03-01');
    await form.getByRole('button', { name: 'Save' }).click();
    await prices().getByRole('row').filter({ hasText: 'Northwind' }).waitFor();
    await picture(page, 'costs-list');
  });

  it('shows on the publisher, the board and the event as assumed, and is gone when the price is taken back', async () => {
    await expectSpend(/€10\.00/, /≈.€0\.25.*price of Northwind, €0\.25 CPC/);
    await page.goto(`/traffic/costs?${RANGE}`);
    await page.getByRole('button', { name: 'Actions for Northwind' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('Price deleted.').waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const tab = page;
    page = await browser.tab(tab);
    await expectSpend(/Northwind(?!.*€10\.00)|^(?!.*€10\.00)/, /not known/);
    await page.close();
    page = tab;
    await undo.click();
    await prices().getByRole('row').filter({ hasText: 'Northwind' }).waitFor();
  });

  it('is converted by a file of the European Central Bank, whatever the price was agreed in', async () => {
    await page.goto(`/traffic/costs?${RANGE}`);
    await page.getByRole('button', { name: 'Actions for Northwind' }).click();
    await page.getByRole('menuitem', { name: 'Change price' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Price' }).fill('0.50');
    await form.getByRole('combobox', { name: 'Currency' }).click();
    await form.getByRole('combobox', { name: 'Currency' }).fill('USD');
    await page.getByRole('option', { name: 'USD', exact: true }).click();
    await form.getByLabel('From').fill('2026-03-02');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Amounts in USD have no exchange rate/).waitFor();
    const rates = 'Date,USD,JPY,\n2026-03-03,1.25,160.1,\n2026-03-02,1.20,N/A,\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'eurofxref-hist.csv', mimeType: 'text/csv', buffer: Buffer.from(rates) });
    await page.getByText(/Rates from .* 3 new or changed/).waitFor();
    await expect.poll(() => page.getByText(/Amounts in USD have no exchange rate/).count()).toBe(0);
    await picture(page, 'costs-rates');
    await expectSpend(/€16\.00/, /≈.€0\.40.*\$0\.50 CPC/);
  });

  it('is a page in German too, where a day is written and typed as Germans do', async () => {
    const other = await browser.as('admin');
    await other.context().addCookies([{ name: 'language', value: 'de', url: inject('base') }]);
    await other.goto(`/traffic/costs?${RANGE}`);
    await other.getByRole('table', { name: /Preise je Quelle/ }).waitFor();
    await other.getByRole('table', { name: /Wechselkurse/ }).waitFor();
    await expectAccessible(other, 'costs in German');
    await picture(other, 'costs-de');
    await other.getByRole('button', { name: 'Preis hinzufügen' }).click();
    const form = other.getByRole('dialog');
    const from = form.getByRole('textbox', { name: /^Ab\b/ });
    await from.fill('9.3.2026');
    await from.press('Tab');
    await expect.poll(() => from.inputValue()).toBe('9. März 2026');
    await from.click();
    await other.getByRole('button', { name: 'Früher' }).first().waitFor();
    await expectAccessible(other, 'form of a price in German, with its calendar');
    await picture(other, 'costs-form-de');
    await from.press('Escape');
    await form.waitFor();
    await other.context().clearCookies({ name: 'language' });
  });

  it('is a page that everybody can read, in the dark and on a phone too', async () => {
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const other = await browser.as('admin', { colorScheme: scheme, viewport: { width, height: 900 } });
      await other.goto(`/traffic/costs?${RANGE}`);
      await other.getByRole('table', { name: /Prices by source/ }).waitFor();
      await other.getByRole('table', { name: /Exchange rates/ }).waitFor();
      await expectAccessible(other, `costs ${scheme}`);
      await picture(other, `costs-${scheme}-${width}`);
      await walkTo(other, `/traffic/events?${RANGE}`);
    }
  });
});
