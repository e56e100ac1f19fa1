import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { boardReady, choosePackage, figure, numberIn, person, storedValue, textOf, useBrowser } from './browser.ts';
import { APP, EMPTY_PACKAGE, type PersonKey, WEB } from './people.ts';

/** The drawer with all filters, and where its lists come from. */
const browser = useBrowser();
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
const BOARD = `/web/dashboard/visit?package=${WEB}`;
const isList = (url: URL): boolean => /^\/api\/(web-bi|app)\/(click\/|event\/)?(lazy)?filters\//.test(url.pathname);

/** Addresses asked from now on. */
function asked(page: Page, wanted: (url: URL) => boolean): URL[] {
  const seen: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (wanted(url)) seen.push(url);
  });
  return seen;
}

async function openDrawer(page: Page, dimension: string) {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Advance Search' });
  // With something chosen its number stands behind the name.
  await drawer.getByRole('button', { name: new RegExp(`^${dimension}\\s*\\d*$`) }).click();
  return drawer;
}

/** What a list of the server holds, read without the screen. */
async function listed(page: Page, who: PersonKey, name: string, query: Record<string, string> = {}): Promise<string[]> {
  const range = { fromDate: addDays(today, -6), toDate: today, dashboard_type: 'Visit' };
  const params = new URLSearchParams({ package_name: WEB, ...range, limit: '500', ...query });
  const headers = { authorization: person(who).token };
  return (await (await page.request.get(`/api/web-bi/filters/${name}?${params}`, { headers })).json()).data;
}

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
      const page = await browser.as('admin');
      await page.goto(BOARD);
      await boardReady(page);
      const total = await figure(page, 'Total');
      const drawer = await openDrawer(page, label);
      const boxes = drawer.getByRole('checkbox');
      await boxes.first().waitFor();
      const there = await listed(page, 'admin', name === 'reason_group' ? 'fraud_category' : name);
      expect(there.length).toBeGreaterThan(0);
      expect(await boxes.count()).toBe(there.length);
      // Names of countries and categories are words of the language; the others are the data themselves.
      if (['channel', 'publisher', 'brand'].includes(name)) {
        const shown = await drawer.locator('ul label').allTextContents();
        for (const value of shown) expect([...there, 'not reported'], value).toContain(value);
      }
      const questions = asked(page, (url) => url.pathname.includes('/dashboard/'));
      await boxes.first().check();
      await drawer.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL((url) => url.searchParams.has(name));
      await expect.poll(() => questions.length).toBeGreaterThan(5);
      await boardReady(page);
      const chosen = new URL(page.url()).searchParams.getAll(name);
      expect(there).toContain(chosen[0]);
      for (const url of questions) expect(url.searchParams.getAll(name), url.pathname).not.toContain('all');
      const narrowed = await figure(page, 'Total');
      expect(narrowed).toBeGreaterThan(0);
      expect(narrowed).toBeLessThanOrEqual(total);
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
    const questions = asked(page, (url) => url.pathname.includes('/dashboard/'));
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

describe('what is sent', () => {
  it('names package, days and, where paths are shared, the dashboard type with every widget [FLT-ENT-02]', async () => {
    const page = await browser.as('admin');
    const questions = asked(page, (url) => url.pathname.startsWith('/api/v2/') && url.pathname.includes('/dashboard/'));
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

  it('a lookup names package, days and type, and is asked anew for other days [FLT-RULE-05]', async () => {
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
    const before = lists.length;
    await page.goto(`${BOARD}&from=${addDays(today, -1)}&to=${today}`);
    await boardReady(page);
    const other = await openDrawer(page, 'Channels');
    await other.getByRole('checkbox').first().waitFor();
    expect(lists.length).toBeGreaterThan(before);
    expect(lists.at(-1)?.searchParams.get('fromDate')).toBe(addDays(today, -1));
    const there = await listed(page, 'admin', 'channel', { fromDate: addDays(today, -1) });
    expect(await other.getByRole('checkbox').count()).toBe(there.length);
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
  const all = Array.from({ length: 600 }, (_, n) => `Partner ${String(n).padStart(3, '0')}`);
  // As the server answers: the values that match, cut at `limit`, with the number of all of them.
  await page.route('**/api/app/filters/publisher?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [limit, number] = [Number(searchParams.get('limit')), Number(searchParams.get('page'))];
    const found = all.filter((name) => name.includes(searchParams.get('search') ?? ''));
    const data = found.slice((number - 1) * limit, number * limit);
    const answer = { data, resultset: data, Total_pages: Math.ceil(found.length / limit), total: found.length };
    await route.fulfill({ json: { status: true, message: 'OK', ...answer } });
  });
  await page.goto(`/app/dashboard/install?package=${APP}`);
  await boardReady(page);
  const drawer = await openDrawer(page, 'Publishers');
  await drawer.getByText('500 of 600 values').waitFor();
  const list = drawer.getByRole('list', { name: 'Publisher', exact: true });
  await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  await page.waitForTimeout(500);
  expect(await list.getByRole('checkbox').count()).toBe(500);
  expect(await list.getByText('Partner 599').count()).toBe(0);
  await drawer.getByRole('searchbox').fill('Partner 599');
  await list.getByText('Partner 599').waitFor();
  await drawer.getByText('1 of 1 values').waitFor();
});

describe('lists the session decides', () => {
  it('a publisher finds its own names in the publisher list, without asking the server [FLT-PERM-01]', async () => {
    const page = await browser.as('publisher');
    const lists = asked(page, isList);
    await page.goto(BOARD);
    await boardReady(page);
    const drawer = await openDrawer(page, 'Publishers');
    await drawer.getByRole('checkbox').first().waitFor();
    expect(await drawer.locator('ul label').allTextContents()).toEqual(
      person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name),
    );
    expect(lists).toEqual([]);
  });

  it('an agency finds its own vendors without asking; an administrator asks [FLT-PERM-02]', async () => {
    const installs = `/app/dashboard/install?package=${APP}`;
    const { auth } = person('agency');
    const agency = await browser.as('agency', {}, { auth_data: { ...auth, vendor: ['Own One', 'Own Two'] } });
    const admin = await browser.as('admin');
    for (const [page, requests] of [
      [agency, 0],
      [admin, 1],
    ] as const) {
      const lists = asked(page, isList);
      await page.goto(installs);
      await boardReady(page);
      const drawer = await openDrawer(page, 'Vendor');
      await drawer.getByRole('status').last().waitFor();
      expect(lists.length).toBe(requests);
      if (requests === 0) expect(await drawer.locator('ul label').allTextContents()).toEqual(['Own One', 'Own Two']);
      else expect(lists[0]?.pathname).toBe('/api/app/filters/vendor');
    }
  });

  it('the fraud types in the session of a publisher replace the filter by verdict [FLT-PERM-03]', async () => {
    const { auth } = person('publisher');
    const keep = { auth_data: { ...auth, fraud_type: [{ fraud_status: 'Clean' }] } };
    const page = await browser.as('publisher', {}, keep);
    const lists = asked(page, isList);
    await page.goto(BOARD);
    await boardReady(page);
    const drawer = await openDrawer(page, 'Verdict');
    await drawer.getByRole('checkbox').first().waitFor();
    expect(await drawer.locator('ul label').allTextContents()).toEqual(['Clean']);
    expect(lists).toEqual([]);
  });
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
