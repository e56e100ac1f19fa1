import type { APIResponse, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { boardReady, card, figure, numberIn, openEvent, person, picture, textOf, useBrowser } from './browser.ts';
import { EMPTY_PACKAGE, type PersonKey, WEB } from './people.ts';

const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const monthAgo = new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10);
const RANGE = { fromDate: monthAgo, toDate: today };
const own = (): string[] => person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name);
const VISITS = `/web/dashboard/visit?package=${WEB}&from=${monthAgo}&to=${today}`;

/** A call with the session of a person. */
async function get(page: Page, who: PersonKey, path: string, query: Record<string, string>): Promise<APIResponse> {
  const headers = { authorization: person(who).token };
  return page.request.get(`${path}?${new URLSearchParams(query)}`, { headers });
}
const rows = async (page: Page, who: PersonKey, call: string, query: Record<string, string> = {}) =>
  (
    await (
      await get(page, who, `/api/v2/web/visit/dashboard/${call}`, {
        package_name: WEB,
        ...RANGE,
        limit: '100',
        ...query,
      })
    ).json()
  ).data;

describe('a publisher', () => {
  it('sees only its own publishers on the board, fewer than an administrator sees', async () => {
    const page = await browser.as('publisher');
    await page.goto(VISITS);
    await boardReady(page);
    const names = await card(page, 'Publishers').locator('tbody tr td:first-child').allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(own()).toContain(name);
    const all: { key: string; total: number }[] = await rows(page, 'admin', 'publisher-wise');
    expect(all.length).toBeGreaterThan(names.length);
    const mine = all.filter(({ key }) => own().includes(key)).reduce((sum, { total }) => sum + total, 0);
    expect(await figure(page, 'Total')).toBe(mine);
    await picture(page, 'publisher-board');
  });

  it('gets no other publisher by asking for it: 403 for a name, only own rows for all [AUTH-PERM-03] [FLT-GAP-03]', async () => {
    const page = await browser.as('publisher');
    const all: { key: string }[] = await rows(page, 'admin', 'publisher-wise');
    const foreign = all.find(({ key }) => key !== '' && !own().includes(key))?.key ?? '';
    for (const path of ['/api/v2/web/visit/dashboard/total', '/api/traffic/events'])
      expect(
        (await get(page, 'publisher', path, { package_name: WEB, ...RANGE, publisher: foreign })).status(),
        path,
      ).toBe(403);
    for (const publisher of ['all', ''])
      for (const { key } of await rows(page, 'publisher', 'publisher-wise', { publisher }))
        expect(own()).toContain(key);
    const listed: { data: string[] } = await (
      await get(page, 'publisher', '/api/web-bi/filters/publisher_name', {
        package_name: WEB,
        ...RANGE,
        dashboard_type: 'Visit',
      })
    ).json();
    expect(JSON.stringify(listed)).not.toContain(foreign);
    await page.goto(`${VISITS}&publisher=${encodeURIComponent(foreign)}`);
    await page.getByText('You do not have access to this publisher').first().waitFor();
  });

  it('is told that a publisher is not theirs, without a Retry, and led to their own', async () => {
    const page = await browser.as('publisher');
    const all: { key: string }[] = await rows(page, 'admin', 'publisher-wise');
    const foreign = encodeURIComponent(all.find(({ key }) => key !== '' && !own().includes(key))?.key ?? '');
    const range = `package=${WEB}&from=${monthAgo}&to=${today}`;
    for (const path of [`/traffic/events?${range}&publisher=${foreign}`, `/publisher/${foreign}?${range}`]) {
      await page.goto(path);
      const alert = page.getByRole('alert').filter({ hasText: 'It is not one of yours.' }).first();
      await alert.waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).count(), path).toBe(0);
      await picture(page, `publisher-foreign-${path.split('/')[1]}`);
      await alert.getByRole('link', { name: 'To your publishers' }).click();
      await page.waitForURL((url) => url.pathname === '/publisher');
      await page
        .getByRole('link', { name: own()[0] ?? '' })
        .first()
        .waitFor();
    }
  });

  it('reads why in plain words, with masked values and without limits, lists or actions', async () => {
    const page = await browser.as('publisher');
    await page.goto(`/traffic/events?package=${WEB}&from=${monthAgo}&to=${today}&verdict=fraud`);
    await openEvent(page);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Everything about this event').waitFor();
    await page.waitForTimeout(300);
    const text = await textOf(drawer);
    expect(text).not.toMatch(/hits:|not met:|It would be clean with|list of \d|Judged by version/);
    expect(await drawer.getByRole('button', { name: /Mark as|White-list|Copy for a partner/ }).count()).toBe(0);
    const id = new URL(page.url()).searchParams.get('event') ?? '';
    const detail = async (who: PersonKey) =>
      (await (await get(page, who, `/api/traffic/events/${id}`, { package_name: WEB })).json()).data;
    const [theirs, whole] = [await detail('publisher'), await detail('admin')];
    expect(theirs.explanation).toBeNull();
    expect(whole.explanation.rules.length).toBeGreaterThan(0);
    expect(own()).toContain(theirs.event.publisher);
    expect(theirs.event.ip).not.toBe(whole.event.ip);
    expect(text).not.toContain(String(whole.event.ip).replace('::ffff:', ''));
    await picture(page, 'publisher-event');
  });

  it('does not open an event of somebody else by its address', async () => {
    const page = await browser.as('publisher');
    const list = await (
      await get(page, 'admin', '/api/traffic/events', { package_name: WEB, ...RANGE, limit: '500' })
    ).json();
    const foreign = list.data.find((row: { publisher: string }) => !own().includes(row.publisher));
    const answer = await get(page, 'publisher', `/api/traffic/events/${foreign.row_id}`, { package_name: WEB });
    expect([403, 404]).toContain(answer.status());
    await page.goto(`/traffic/events?package=${WEB}&from=${monthAgo}&to=${today}&event=${foreign.row_id}`);
    await page.getByRole('dialog').getByText(`There is no event ${foreign.row_id}`, { exact: false }).waitFor();
    expect(await page.getByText('Everything about this event').count()).toBe(0);
  });

  it('has no import page, no white list in its hands, and the calls behind them refuse', async () => {
    const page = await browser.as('publisher');
    await page.goto(VISITS);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'Events', exact: true }).waitFor();
    expect(await menu.getByRole('link', { name: 'Import' }).count()).toBe(0);
    const headers = { authorization: person('publisher').token };
    const upload = await page.request.put(`/api/import/upload?package_name=${WEB}&file_name=a.csv`, {
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      data: Buffer.from('a,b\n1,2\n'),
    });
    expect(upload.status()).toBe(403);
    const entry = { package_name: WEB, kind: 'publisher', value: own()[0], reason: 'we are good' };
    expect((await page.request.post('/api/traffic/white-list', { headers, data: entry })).status()).toBe(403);
    const [row] = (await (await get(page, 'publisher', '/api/traffic/events', { package_name: WEB, ...RANGE })).json())
      .data;
    const mark = await page.request.post(`/api/traffic/events/${row.row_id}/decision`, {
      headers,
      data: { package_name: WEB, decision: 'clean', reason: 'we are good' },
    });
    expect(mark.status()).toBe(403);
  });
});

describe('everybody', () => {
  it('gets 403 for a package that is not mapped to them; an administrator does not [FLT-GAP-04]', async () => {
    const page = await browser.page();
    const path = '/api/v2/web/visit/dashboard/total';
    const query = { package_name: EMPTY_PACKAGE, ...RANGE };
    for (const who of ['publisher', 'customer'] as const)
      expect((await get(page, who, path, query)).status(), who).toBe(403);
    for (const who of ['agency', 'admin'] as const) expect((await get(page, who, path, query)).status(), who).toBe(200);
    expect((await page.request.get(`${path}?${new URLSearchParams(query)}`)).status()).toBe(401);
  });

  it('gains nothing by editing the stored role [AUTH-PERM-06]', async () => {
    const { auth } = person('publisher');
    const page = await browser.as('publisher', {}, { auth_data: { ...auth, role: 'admin', publisher: [] } });
    await page.goto(VISITS);
    await boardReady(page);
    const names = await card(page, 'Publishers').locator('tbody tr td:first-child').allTextContents();
    for (const name of names) expect(own()).toContain(name);
    const headers = { authorization: person('publisher').token };
    expect((await page.request.get('/api/config/package/all', { headers })).status()).toBe(403);
  });

  it('only administrators create packages', async () => {
    const page = await browser.page();
    const data = {
      package_name: 'taken.example',
      package_title: 'Taken',
      platform: 'web',
      time_zone: 'UTC',
      currency: 'USD',
    };
    for (const who of ['agency', 'publisher', 'customer'] as const) {
      const answer = await page.request.post('/api/config/package', {
        headers: { authorization: person(who).token },
        data,
      });
      expect(answer.status(), who).toBe(403);
    }
  });
});

it('a publisher begins on a page of its own: what was called, why, and what can be done', async () => {
  const page = await browser.as('publisher');
  await page.goto('/');
  await page.waitForURL((url) => url.pathname === '/publisher');
  const called = page.getByRole('region', { name: 'What was called, and why' });
  const said = numberIn(await textOf(called.locator('a[href$="verdict=fraud"]').first()));
  expect(said).toBeGreaterThan(0);
  const cells = called.locator('tbody td a[href*="verdict=fraud"]');
  const byReason = await cells.allTextContents();
  expect(byReason.map(numberIn).reduce((sum, n) => sum + n, 0)).toBe(said);
  await page.getByText('If you disagree').waitFor();
  await page.getByRole('link', { name: /^See what is claimed of you/ }).waitFor();
  await expectAccessible(page);
  await picture(page, 'publisher-own-page');
  // Who is called decides nothing about it.
  const own = await page.locator('main a[href^="/publisher/"]').first().getAttribute('href');
  const other = await browser.as('publisher');
  await other.goto(own ?? '');
  await other.getByRole('region', { name: 'Sub-publishers' }).first().waitFor();
  expect(await other.getByRole('region', { name: 'Verdict on this publisher' }).count()).toBe(0);
  expect(await other.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
  // A number leads to its events, as many as it says.
  const first = numberIn(byReason[0] ?? '');
  await cells.first().click();
  await page.waitForURL((url) => url.pathname === '/traffic/events' && url.searchParams.has('reason'));
  await expect.poll(async () => numberIn(await textOf(page.locator('p[aria-live=polite]').first()))).toBe(first);
});
