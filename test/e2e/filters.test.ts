import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import {
  boardReady,
  choosePackage,
  figure,
  numberIn,
  person,
  storedValue,
  textOf,
  useBrowser,
  withAllSections,
} from './browser.ts';
import { asked, isList, openDrawer } from './drawer.ts';
import { APP, EMPTY_PACKAGE, type PersonKey, WEB } from './people.ts';

/** The drawer with all filters, and where its lists come from. */
const browser = useBrowser();
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
const BOARD = `/web/dashboard/visit?package=${WEB}`;
/** What a list of the server holds, read without the screen. */
async function listed(page: Page, who: PersonKey, name: string, query: Record<string, string> = {}): Promise<string[]> {
  const range = { fromDate: addDays(today, -6), toDate: today, dashboard_type: 'Visit' };
  const params = new URLSearchParams({ package_name: WEB, ...range, limit: '500', ...query });
  const headers = { authorization: person(who).token };
  return (await (await page.request.get(`/api/web-bi/filters/${name}?${params}`, { headers })).json()).data;
}

/** The publishers of an app, as far as one answer holds them, and how many there are. */
async function listedOf(page: Page, name: string): Promise<{ data: string[]; total: number }> {
  const query = new URLSearchParams({ package_name: name, fromDate: addDays(today, -6), toDate: today });
  const headers = { authorization: person('admin').token };
  return (await page.request.get(`/api/app/filters/publisher?${query}`, { headers })).json();
}

const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region' });
const GROUPS: Readonly<Record<string, string>> = REASON_GROUPS;
/** Where the name of a value is a word of the language; elsewhere it is what the data hold. */
const NAMES: Readonly<Record<string, (value: string) => string | undefined>> = {
  country: (value) => (value === NOT_REPORTED ? undefined : COUNTRIES.of(value)),
  reason_group: (value) => GROUPS[value],
};

/** A question of a card; what a board compares beside them ends with the last day that is over. */
const isOfRange = (url: URL): boolean =>
  url.pathname.startsWith('/api/v2/') && url.pathname.includes('/dashboard/') && !url.searchParams.has('compare');

describe('the drawer', () => {
  it.each([
    ['Channels', 'channel', 'FLT-UI-03'],
    ['Categories', 'reason_group', 'FLT-UI-04'],
    ['Publishers', 'publisher', 'FLT-UI-05'],
    ['Countries', 'country', 'FLT-UI-06'],
    ['Brands', 'brand', 'FLT-UI-07'],
  ] as const)(
    'lists %s (%s) of the data of the package, and a tick narrows every card [%s]',
    async (label, name, _row) => {
      const nameIn = (value: string): string => NAMES[name]?.(value) ?? value.replace(NOT_REPORTED, 'not reported');
      const page = await browser.as('admin');
      await page.goto(BOARD);
      await boardReady(page);
      const total = await figure(page, 'Total');
      const drawer = await openDrawer(page, label);
      const boxes = drawer.getByRole('checkbox');
      await boxes.first().waitFor();
      const there = await listed(page, 'admin', name === 'reason_group' ? 'fraud_category' : name);
      expect(there.length).toBeGreaterThan(0);
      const shown = await drawer.locator('ul label').allTextContents();
      expect(shown.sort()).toEqual(there.map(nameIn).sort());
      const [wanted = ''] = there.filter((value) => value !== NOT_REPORTED);
      const questions = asked(page, (url) => url.pathname.includes('/dashboard/'));
      await drawer.getByRole('checkbox', { name: nameIn(wanted), exact: true }).check();
      await drawer.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL((url) => url.searchParams.has(name));
      await expect.poll(() => questions.length).toBeGreaterThan(5);
      await boardReady(page);
      expect(new URL(page.url()).searchParams.getAll(name)).toEqual([wanted]);
      for (const url of questions) expect(url.searchParams.getAll(name), url.pathname).toEqual([wanted]);
      const narrowed = await figure(page, 'Total');
      expect(narrowed).toBeGreaterThan(0);
      expect(narrowed).toBeLessThan(total);
      if (name !== 'channel') return;
      // A package without traffic has none of these values.
      await choosePackage(page, 'Nothing Yet');
      await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
      await boardReady(page);
      const empty = await openDrawer(page, label);
      await expect.poll(() => empty.getByText(/No values|0 of 0/).count()).toBeGreaterThan(0);
    },
  );

  it('has a start and an end date that change the stored range and every question [FLT-UI-02] [FLT-GAP-01]', async () => {
    const page = await browser.as('admin');
    await page.goto(BOARD);
    await boardReady(page);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Advance Search' });
    const [from, to] = [addDays(today, -4), addDays(today, -2)];
    for (const [label, day] of [
      ['Start date', from],
      ['End date', to],
    ] as const) {
      await drawer.getByLabel(label).fill(day.split('-').reverse().join('/'));
      await drawer.getByLabel(label).blur();
    }
    const questions = asked(page, isOfRange);
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === to);
    await expect.poll(() => questions.length).toBeGreaterThan(5);
    await boardReady(page);
    for (const url of questions)
      expect([url.searchParams.get('fromDate'), url.searchParams.get('toDate')], url.pathname).toEqual([from, to]);
    expect(await storedValue(page, 'dates')).toEqual({ fromDate: from, toDate: to });
    for (const [key, day] of [
      ['startDate', from],
      ['startDateValue', from],
      ['endDate', to],
    ] as const)
      expect([key, await storedValue(page, key)]).toEqual([key, day]);
  });
});

describe('the button with all filters', () => {
  it('is on the incident dashboard, the list of tickets and the brand-safety dashboard, narrows them, and is on no form [LAY-GAP-06]', async () => {
    const page = await browser.as('admin');
    const button = page.getByRole('button', { name: /^Filters/ });
    const main = page.getByRole('main');
    for (const path of ['/incident-dashboard', '/issues']) {
      await page.goto(`${path}?package=${WEB}`);
      await button.waitFor();
      const questions = asked(page, (url) => url.pathname.startsWith('/api/bi/'));
      await page.goto(`${path}?package=${WEB}&publisher=nobody-of-ours`);
      await main.getByRole('button', { name: 'Filters (1)' }).waitFor();
      const narrowed = questions.filter((url) => url.searchParams.getAll('publisher').includes('nobody-of-ours'));
      expect([path, narrowed.length > 0]).toEqual([path, true]);
    }
    await page.goto(`/bs-dashboard?package=${WEB}`);
    await boardReady(page);
    const all = await figure(page, 'Total');
    const drawer = await openDrawer(page, 'Publishers');
    await drawer.getByRole('checkbox').first().check();
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.has('publisher'));
    await expect.poll(() => figure(page, 'Total')).toBeLessThan(all);
    for (const path of [
      '/issues/add',
      '/add-configuration',
      '/add-white-listing',
      '/alert-page/add',
      '/management/package/add',
      '/management/user/add',
      '/user-profile',
    ]) {
      await page.goto(`${path}?package=${WEB}`);
      await main
        .getByRole('button', { name: /^(Save|Create|Change)/ })
        .first()
        .waitFor();
      expect([path, await button.count()]).toEqual([path, 0]);
    }
  });
});

describe('what is sent', () => {
  it('names package, days and, where paths are shared, the dashboard type with every widget [FLT-ENT-02]', async () => {
    const page = await browser.as('admin');
    await withAllSections(page);
    const questions = asked(page, isOfRange);
    await page.goto(`${BOARD}&from=${addDays(today, -3)}&to=${today}`);
    await boardReady(page);
    expect(questions.length).toBeGreaterThan(10);
    for (const { pathname, searchParams } of questions)
      expect(
        ['package_name', 'fromDate', 'toDate', 'dashboard_type'].map((name) => searchParams.get(name)),
        pathname,
      ).toEqual([WEB, addDays(today, -3), today, 'Visit']);
    questions.length = 0;
    await page.goto(`/app/dashboard/install?package=${APP}&from=${addDays(today, -3)}&to=${addDays(today, -1)}`);
    await boardReady(page);
    expect(questions.length).toBeGreaterThan(10);
    for (const { pathname, searchParams } of questions)
      expect(
        ['package_name', 'fromDate', 'toDate'].map((name) => searchParams.get(name)),
        pathname,
      ).toEqual([APP, addDays(today, -3), addDays(today, -1)]);
  });

  it('a lookup names package, days and type, and is asked anew for other days and another package [FLT-RULE-05]', async () => {
    const page = await browser.as('admin');
    const lists = asked(page, isList);
    await page.goto(BOARD);
    await boardReady(page);
    const drawer = await openDrawer(page, 'Channels');
    await drawer.getByRole('checkbox').first().waitFor();
    expect(Object.fromEntries(lists.at(-1)?.searchParams ?? [])).toMatchObject({
      package_name: WEB,
      fromDate: addDays(today, -6),
      toDate: today,
      dashboard_type: 'Visit',
    });
    // Chosen on the page, so that what it has kept is still there.
    const from = addDays(today, -1);
    await drawer.getByLabel('Start date').fill(from.split('-').reverse().join('/'));
    await drawer.getByLabel('Start date').blur();
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === from);
    await boardReady(page);
    const other = await openDrawer(page, 'Channels');
    await expect.poll(() => lists.at(-1)?.searchParams.get('fromDate')).toBe(from);
    const there = await listed(page, 'admin', 'channel', { fromDate: from });
    await expect.poll(() => other.getByRole('checkbox').count()).toBe(there.length);
    await page.keyboard.press('Escape');
    await choosePackage(page, 'Nothing Yet');
    await page.waitForURL((url) => url.searchParams.get('package') === EMPTY_PACKAGE);
    await boardReady(page);
    const empty = await openDrawer(page, 'Channels');
    await expect.poll(() => lists.at(-1)?.searchParams.get('package_name')).toBe(EMPTY_PACKAGE);
    await expect.poll(() => empty.getByRole('checkbox').count()).toBe(0);
  });

  it.each(['Campaign', 'Page ID', 'System domain'])(
    '%s: search only when there is one [FLT-RULE-07]',
    async (label) => {
      const page = await browser.as('admin');
      const lists = asked(page, isList);
      await page.goto(BOARD);
      await boardReady(page);
      const drawer = await openDrawer(page, label);
      const note = drawer.getByRole('status').last();
      await note.waitFor();
      expect(lists).toHaveLength(1);
      expect(lists[0]?.searchParams.has('search')).toBe(false);
      await drawer.getByRole('searchbox').fill('zz-no-such-value');
      await expect.poll(() => lists.at(-1)?.searchParams.get('search')).toBe('zz-no-such-value');
      await drawer.getByRole('searchbox').fill('   ');
      await expect.poll(async () => numberIn(await textOf(note))).toBeGreaterThanOrEqual(0);
      for (const url of lists.filter((each) => each.searchParams.get('search') !== 'zz-no-such-value'))
        expect(url.search).not.toContain('search=');
    },
  );
});

it('of 600 values 500 are shown, the list says so, and its search finds the rest on the server [CONST-06]', async () => {
  const page = await browser.as('admin');
  const name = 'com.example.many';
  const headers = { authorization: person('admin').token };
  const ts = `${addDays(today, -2)}T12:00:00Z`;
  const lines = Array.from({ length: 600 }, (_, n) =>
    JSON.stringify({ kind: 'install', ts, publisher: `Partner ${String(n).padStart(3, '0')}`, device_id: `d-${n}` }),
  );
  const made = { package_name: name, package_title: 'Many', platform: 'app', time_zone: 'UTC', currency: 'EUR' };
  expect((await page.request.post('/api/config/package', { headers, data: made })).ok()).toBe(true);
  const upload = `/api/import/upload?package_name=${name}&file_name=many.ndjson`;
  const bytes = { 'content-type': 'application/octet-stream', ...headers };
  const stored = await page.request.put(upload, { headers: bytes, data: Buffer.from(lines.join('\n')) });
  const data = { package_name: name, file_id: (await stored.json()).data.file_id };
  expect((await page.request.post('/api/import', { headers, data })).ok()).toBe(true);
  await expect.poll(async () => (await listedOf(page, name)).total, { timeout: 60_000 }).toBe(600);

  await page.goto(`/app/dashboard/install?package=${name}`);
  await boardReady(page);
  const drawer = await openDrawer(page, 'Publishers');
  await drawer.getByText('500 of 600 values').waitFor();
  const list = drawer.getByRole('list', { name: 'Publisher', exact: true });
  await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  await page.waitForTimeout(500);
  expect(await list.getByRole('checkbox').count()).toBe(500);
  const shown = await list.locator('label').allTextContents();
  const [hidden = ''] = lines.map((line): string => JSON.parse(line).publisher).filter((each) => !shown.includes(each));
  await drawer.getByRole('searchbox').fill(hidden);
  await list.getByText(hidden).waitFor();
  await drawer.getByText('1 of 1 values').waitFor();
});

it('the days asked for are those of the package, wherever the browser stands: UTC+14 and UTC-11 [FLT-GAP-05]', async () => {
  const ranges: string[] = [];
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const page = await browser.as('admin', { timezoneId });
    const questions = asked(page, (url) => url.pathname.includes('/dashboard/total'));
    await page.goto(BOARD);
    await boardReady(page);
    const [first] = questions;
    ranges.push(`${first?.searchParams.get('fromDate')} ${first?.searchParams.get('toDate')}`);
    const shown = await textOf(page.getByRole('button', { name: /Date range/ }));
    expect(shown).toContain(today.split('-').reverse().join('/'));
  }
  expect(ranges).toEqual(Array(2).fill(`${addDays(today, -6)} ${today}`));
});
