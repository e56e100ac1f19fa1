// @drawn a journey that no requirement names
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { person, picture, textOf, useBrowser } from './browser.ts';

/** An AppsFlyer file whose orders stand inside of Event Value: dropped, looked at, imported, and taken back. */
const PACKAGE = 'com.example.orders';
const NAMES = 'AppsFlyer ID,Advertising ID,Media Source,Attributed Touch Type,Event Time,Event Name,Event Value'.split(
  ',',
);
const RECORDS = 40;

const browser = useBrowser();
let page: Page;
let path: string;

beforeAll(async () => {
  page = await browser.as('admin');
  path = join(inject('dataFolder'), 'in-app-events.csv');
  const rows = Array.from({ length: RECORDS }, (_, n) => {
    // Of so few people an order id is the same order; what more share is no order's.
    const device = `a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c${10 + (n % 10)}`;
    const value = JSON.stringify({ af_order_id: `O-${n}`, af_revenue: 1 + n, af_currency: 'EUR', af_shop: 'one' });
    const time = `2026-03-${String(1 + (n % 28)).padStart(2, '0')} 10:00:00`;
    return [`1772359200000-${n}`, device, 'net_one', 'click', time, 'af_purchase', value];
  });
  writeFileSync(path, Papa.unparse([NAMES, ...rows]));
  const headers = { authorization: person('admin').token };
  const made = await page.request.post('/api/config/package', {
    headers,
    data: { package_name: PACKAGE, package_title: 'Orders', platform: 'app', time_zone: 'UTC', currency: 'EUR' },
  });
  expect(made.status()).toBe(200);
});

const storedAs = (name: string) => page.getByLabel(`${name} is stored as`).first();

describe('a file with fields inside of fields', () => {
  it('offers them by name, and recognises the order', async () => {
    await page.goto(`/traffic/import?package=${PACKAGE}`);
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('heading', { name: 'in-app-events.csv' }).waitFor();
    const order = page.getByRole('row', { name: /Event Value → af_order_id/ });
    await order.waitFor();
    expect(await textOf(order)).toContain('Order id');
    expect(await page.getByRole('status', { name: /most events would not be clean/ }).count()).toBe(0);
  });

  it('says which column is at fault when a mapping would make most of it duplicates', async () => {
    await storedAs('Event Value → af_shop').click();
    await page.getByRole('option', { name: 'Order id', exact: true }).click();
    await page.keyboard.press('Escape');
    const notice = page.getByRole('status', { name: /most events would not be clean/ });
    await notice.waitFor();
    expect(await textOf(notice)).toContain(`${RECORDS - 1} of the first ${RECORDS} records would be duplicates`);
    expect(await textOf(notice)).toContain('Event Value → af_shop');
    await notice.scrollIntoViewIfNeeded();
    await picture(page, 'import-mostly-duplicates');
  });

  it('gives the verdicts back with the ids of the tracker', async () => {
    await page.goto(`/traffic/import?package=${PACKAGE}`);
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Start import' }).click();
    const button = page.getByRole('button', { name: 'Verdicts by event (CSV)' });
    await button.waitFor({ timeout: 60_000 });
    await picture(page, 'import-verdict-files');
    const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(saved.suggestedFilename()).toBe('verdicts_event_in-app-events.csv');
    const text = readFileSync(await saved.path(), 'utf8').replace(/^\uFEFF/, '');
    const lines = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    expect(new Map(lines.map((line) => [line['AppsFlyer ID'], line['order_id']]))).toEqual(
      new Map(Array.from({ length: RECORDS }, (_, n) => [`1772359200000-${n}`, `O-${n}`])),
    );
  });

  it('and from the list of events', async () => {
    await page.goto(`/traffic/events?package=${PACKAGE}&from=2026-03-01&to=2026-03-31`);
    const button = page.getByRole('button', { name: 'Export' });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await picture(page, 'events-verdict-files');
    const item = page.getByRole('menuitem', { name: 'Verdicts by source (CSV)' });
    const [saved] = await Promise.all([page.waitForEvent('download'), item.click()]);
    expect(readFileSync(await saved.path(), 'utf8')).toContain(`net_one,,${RECORDS},`);
  });
});

describe('live traffic of the same package', () => {
  it('begins with a key that is shown once, and leads from a test event to the reasons of its verdict', async () => {
    await page.goto(`/traffic/live?package=${PACKAGE}`);
    await page.getByText('Make a write key, then let your servers or pages send with it.').waitFor();
    await page.getByRole('button', { name: 'Make a write key' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Name').fill('Game server');
    await panel.getByRole('button', { name: 'Make a write key' }).click();
    const secret = (await panel.locator('pre').textContent()) ?? '';
    await panel.getByRole('button', { name: 'I have noted it' }).click();
    const sent = await page.request.post('/api/ingest/install', {
      headers: { authorization: `Bearer ${secret}` },
      data: [{ event_id: 'install-1', publisher: 'net_one' }, { ip: 'nowhere' }],
    });
    expect([sent.status(), (await sent.json()).accepted]).toEqual([202, 1]);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('It is on the boards. Verdict:').waitFor();
    await page.getByRole('row', { name: /Not an IP address/ }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'live-traffic');
    await page.getByRole('link', { name: 'Why? Open the event' }).click();
    await page.getByRole('dialog').getByText('Test event').first().waitFor();
  });
});
