// @drawn a journey that no requirement names
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type {} from '../../clients/browser/tag.ts';
import { expectAccessible } from './accessibility.ts';
import { card, person, picture, textOf, useBrowser } from './browser.ts';

/** A shop of another site that has the tag on its pages. */
const PACKAGE = 'shop.tag.example';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const browser = useBrowser();
let admin: Page;
let shop: Server;
let origin = '';
let key = '';

beforeAll(async () => {
  shop = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://shop');
    response.setHeader('content-type', 'text/html').end(pageWith(searchParams.get('tag') ?? ''));
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  admin = await browser.as('admin');
  const headers = { authorization: person('admin').token };
  const data = { package_name: PACKAGE, package_title: 'Shop', platform: 'web', time_zone: 'UTC', currency: 'EUR' };
  expect((await admin.request.post('/api/config/package', { headers, data })).status()).toBe(200);
  const made = await admin.request.post('/api/live-traffic/keys', {
    headers,
    data: { package_name: PACKAGE, name: 'Shop pages', origins: [origin] },
  });
  key = (await made.json()).data.secret;
});
afterAll(() => new Promise((closed) => shop.close(closed)));

const pageWith = (attributes: string) => `<!doctype html><title>Shop</title>
  <script async src="${inject('base')}/tag.js" data-key="${key}" ${attributes}></script>
  <a href="/buy?gclid=secret&tag=${encodeURIComponent(attributes)}" data-adsieve="click" data-adsieve-campaign="Autumn">Buy</a>
  <div data-adsieve="impression" data-adsieve-campaign="Dot" data-adsieve-placement="top" style="width:1px;height:1px"></div>
  <img src="${inject('base')}/t.gif?key=${key}&kind=impression&campaign=Pixel" alt="" width="1" height="1">`;

interface EventRow {
  kind: string;
  campaign: string;
  publisher: string;
  verdict: string;
  reason: string;
  device_id: string;
  event_name: string;
}
async function events(): Promise<EventRow[]> {
  const headers = { authorization: person('admin').token };
  const day = new Date().toISOString().slice(0, 10);
  const query = new URLSearchParams({ package_name: PACKAGE, fromDate: day, toDate: day });
  return (await (await admin.request.get(`/api/traffic/events?${query}`, { headers })).json()).data;
}
const visits = async () => (await events()).filter(({ kind }) => kind === 'visit').length;

/** Somebody of another network who comes to the shop; what the console hears. */
async function visitor(): Promise<{ page: Page; heard: string[]; asked: string[] }> {
  const page = await browser.page({ extraHTTPHeaders: {}, baseURL: origin, userAgent: CHROME });
  const heard: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('request', (request) => {
    if (request.url().includes('/api/ingest/')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return { page, heard, asked };
}

describe('a page of another site with the tag', () => {
  it('has its visit, clicks, ads and own events judged a moment later, by requests that ask nothing first', async () => {
    const before = (await events()).length;
    const { page, heard, asked } = await visitor();
    await page.goto(`/?utm_source=net_one&utm_campaign=Spring&adsieve_debug=1&tag=${encodeURIComponent('data-ads')}`);
    await expect.poll(() => heard.filter((text) => text.startsWith('Adsieve: 202')).length).toBe(2);
    await page.evaluate(() => window.adsieve?.('event', 'signup', { revenue: 9.9, currency: 'EUR' }));
    await page.getByRole('link', { name: 'Buy' }).click();
    // Two pages, each with a visit, a pixel and an ad; a click and a sign-up.
    await expect.poll(async () => (await events()).length - before, { timeout: 30_000 }).toBe(8);
    expect(asked.filter((each) => !each.startsWith('POST '))).toEqual([]);
    const rows = await events();
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['visit', 'click', 'impression', 'web_event']));
    expect(rows.find(({ campaign }) => campaign === 'Spring')).toMatchObject({ publisher: 'net_one' });
    expect(rows.find(({ campaign }) => campaign === 'Dot')).toMatchObject({
      verdict: 'fraud',
      reason: 'imp.pixel_stuffing',
    });
    expect(rows.find(({ event_name }) => event_name === 'signup')?.publisher).toBe('net_one');
    expect(rows.every(({ verdict, device_id }) => verdict !== '' && device_id === '')).toBe(true);
    const stored = await page.evaluate(() => [localStorage.length, document.cookie]);
    expect(stored).toEqual([0, '']);
  });

  it('that waits for consent sends nothing and keeps nothing, until somebody says yes', async () => {
    const before = await visits();
    const { page, asked } = await visitor();
    await page.goto(`/?tag=${encodeURIComponent('data-consent="wait"')}`);
    await page.waitForFunction(() => typeof window.adsieve === 'function' && !('q' in window.adsieve));
    await page.getByRole('link', { name: 'Buy' }).click();
    await page.waitForURL(/buy/);
    await page.waitForFunction(() => typeof window.adsieve === 'function');
    expect([asked, await page.evaluate(() => localStorage.length)]).toEqual([[], 0]);
    await page.evaluate(() => window.adsieve?.('consent', true));
    await expect.poll(visits, { timeout: 30_000 }).toBe(before + 1);
    const [row] = (await events()).filter(({ kind }) => kind === 'visit');
    expect(row?.device_id).toBe(await page.evaluate(() => localStorage.getItem('adsieve_id')));
  });

  it('that the key does not name is refused, in words on its console and with its name on the live page', async () => {
    const { page, heard } = await visitor();
    const other = origin.replace('127.0.0.1', 'localhost');
    await page.goto(`${other}/?adsieve_debug=1`);
    await expect.poll(() => heard.join('\n')).toContain('The write key does not name this site');
    await admin.goto(`/traffic/live?package=${PACKAGE}`);
    const faults = card(admin, 'What senders do wrong');
    await faults.getByText(other).waitFor();
    expect(await textOf(faults)).toContain('Site may not send with this key');
    await admin.getByRole('tab', { name: 'Tag', exact: true }).waitFor();
    expect(await admin.locator('pre').allTextContents()).toContainEqual(
      expect.stringContaining(`src="${inject('base')}/tag.js"`),
    );
    await expectAccessible(admin);
    await picture(admin, 'live-senders');
  });
});
