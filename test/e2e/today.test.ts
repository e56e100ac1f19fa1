import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { expectAccessible } from './accessibility.ts';
import {
  expectNoSidewaysScroll,
  figure,
  numberIn,
  person,
  picture,
  storedValue,
  textOf,
  useBrowser,
} from './browser.ts';
import { EMPTY_PACKAGE, WEB } from './people.ts';
import { type Server, startServer } from './server.ts';

const browser = useBrowser();

const news = (page: Page): Locator => page.getByRole('region', { name: 'What changed' });
const sentence = (page: Page, about: string): Locator => news(page).locator(`li[data-about=${about}] a`).first();
async function openToday(page: Page, name: string): Promise<void> {
  await page.goto(`/today?package=${name}&since=week`);
  await news(page).getByRole('listitem').first().waitFor();
}
/** The first number behind a text of the sentence. */
const numberBehind = (text: string, what: string): number => numberIn(text.split(what)[1]?.match(/[\d,]+/)?.[0] ?? '');

describe('the page of today', () => {
  it('is first in the menu, and signing in does not lead to it', async () => {
    const page = await browser.as('customer');
    await page.goto('/');
    await page.waitForURL((url) => url.pathname === '/visit-dashboard');
    const [first] = await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents();
    expect(first).toBe('Today');
  });

  it('says what came in the last seven days, and the board behind the sentence shows the same number', async () => {
    const page = await browser.as('customer');
    await openToday(page, WEB);
    await picture(page, 'today');
    const said = numberBehind(await textOf(sentence(page, 'traffic')), ': ');
    expect(said).toBeGreaterThan(100);
    await sentence(page, 'traffic').click();
    await page.waitForURL((url) => url.pathname.startsWith('/web/dashboard/'));
    const asked = new URL(page.url()).searchParams;
    expect(asked.get('package')).toBe(WEB);
    expect(await figure(page, 'Total')).toBe(said);
  });

  it('leads from each of its sentences to a page of the same package that is open to the reader', async () => {
    const page = await browser.as('customer');
    await openToday(page, WEB);
    const addresses = await news(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(new URL(address).searchParams.get('package')).toBe(WEB);
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
    }
  });

  it('remembers the choice since when in its address', async () => {
    const page = await browser.as('customer');
    await openToday(page, WEB);
    await page.getByText('Yesterday', { exact: true }).click();
    await page.getByText(/^Since yesterday, /).waitFor();
    expect(new URL(page.url()).searchParams.get('since')).toBe('yesterday');
  });

  it('of a package without events says why there is nothing, and what to do', async () => {
    const page = await browser.as('agency');
    await page.goto(`/today?package=${EMPTY_PACKAGE}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Import/ })
      .waitFor();
    expect(await news(page).count()).toBe(0);
  });

  it('a publisher reads about own traffic only, with own reasons in place of the worklist', async () => {
    const page = await browser.as('publisher');
    await openToday(page, WEB);
    await page.getByRole('heading', { name: 'What was called, and why' }).waitFor();
    await picture(page, 'today-publisher');
    const text = await textOf(page.getByRole('main'));
    const own = person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name);
    expect(await page.getByRole('region', { name: 'Sources to decide about' }).count()).toBe(0);
    for (const link of await news(page).getByRole('link').all()) {
      const named = new URL(await link.evaluate((a) => (a as HTMLAnchorElement).href)).searchParams.get('publisher');
      if (named !== null) expect(own).toContain(named);
    }
    expect(text).not.toContain('watched');
  });

  it.each([
    ['light', 'en', 'Last visit'],
    ['dark', 'de', 'Letzter Besuch'],
  ] as const)('is whole on a phone, %s, in %s', async (colorScheme, language, choice) => {
    const page = await browser.as('customer', { viewport: { width: 390, height: 844 }, colorScheme });
    await page.context().addCookies([{ name: 'language', value: language, url: inject('base') }]);
    await page.goto(`/today?package=${WEB}&since=week`);
    await page.getByText(choice, { exact: true }).waitFor();
    await page.locator('li[data-about=traffic]').waitFor();
    const source = page.getByRole('main').getByRole('heading', { level: 3 }).first();
    await source.waitFor();
    expect(await source.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await picture(page, `today-phone-${colorScheme}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `today ${colorScheme}`);
  });
});

describe('the worklist on the page of today', () => {
  const PACKAGE = 'today.example';
  const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
  const BOT = 'python-requests/2.31.0';
  const PERSON =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
  let server: Server;
  let page: Page;

  const clicks = (site: string, day: string, agents: readonly string[]): string[] =>
    agents.map((agent, index) =>
      JSON.stringify({
        kind: 'click',
        ts: `${day}T10:${String(index).padStart(2, '0')}:00Z`,
        publisher: 'Northwind',
        sub_publisher: site,
        // Its own people: two sites that share them have each other's clicks of one moment called duplicates.
        ip: `81.2.${site === 'site-new' ? 9 : 8}.${index + 1}`,
        user_agent: agent,
        click_id: `${site}-${day}-${index}`,
      }),
    );
  const of = (agent: string, count: number): string[] => Array.from({ length: count }, () => agent);

  beforeAll(async () => {
    server = await startServer();
    page = await browser.page({ baseURL: server.base });
    await page.goto(server.setupLink);
    await page.getByLabel('Name', { exact: true }).fill('Ada Admin');
    await page.getByLabel('Email').fill('ada@today.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await page.getByRole('button', { name: /Create/ }).click();
    await page.getByLabel('Title').fill('Today');
    await page.getByLabel('Domain').fill(PACKAGE);
    await page.getByLabel('Time zone').selectOption('UTC');
    await page.getByRole('button', { name: 'Create package' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    const lines = [
      ...clicks('site-old', addDays(yesterday, -20), of(PERSON, 9)),
      ...clicks('site-old', yesterday, of(PERSON, 9)),
      ...clicks('site-new', yesterday, [...of(BOT, 5), ...of(PERSON, 7)]),
    ];
    await page.locator('input[type=file]').setInputFiles({
      name: 'clicks.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(`${lines.join('\n')}\n`),
    });
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.locator('section[data-state=done]').waitFor({ timeout: 60_000 });
  }, 120_000);
  afterAll(() => server?.stop());

  it('names the source that is new, and its address lists exactly its events', async () => {
    await openToday(page, PACKAGE);
    const said = await textOf(sentence(page, 'new_sources'));
    expect(said).toMatch(/^New source Northwind \/ site-new: 12 events since /);
    await sentence(page, 'new_sources').click();
    await page.waitForURL((url) => url.pathname === '/traffic/events');
    await page.getByText('12 rows').or(page.getByText('12 events')).first().waitFor();
    const query = new URLSearchParams({ package_name: PACKAGE, limit: '1' });
    for (const [name, value] of new URL(page.url()).searchParams)
      if (name !== 'package') query.append(name === 'from' ? 'fromDate' : name === 'to' ? 'toDate' : name, value);
    const headers = { authorization: String(await storedValue(page, 'token')) };
    expect((await (await page.request.get(`/api/traffic/events?${query}`, { headers })).json()).total).toBe(12);
  });

  it('confirms a source there and then; the sentences follow, and Undo gives all back', async () => {
    await openToday(page, PACKAGE);
    const worklist = page.getByRole('region', { name: 'Sources to decide about' });
    const row = worklist.getByRole('row').filter({ hasText: 'site-new' });
    await row.getByRole('button', { name: 'Actions for Northwind / site-new' }).click();
    await page.getByRole('menuitem', { name: 'Confirm …' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Reason').fill('The partner admitted it');
    await form.getByRole('button', { name: 'Confirm as fraudulent' }).click();
    await page.getByText('Confirmed: 7 events have another verdict now').waitFor();
    await page.keyboard.press('Escape');
    await news(page).getByText('1 source decided about, by Ada Admin.').waitFor();
    await news(page)
      .getByText(/^People changed 7 verdicts/)
      .waitFor();
    await picture(page, 'today-confirmed');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Taken back: 7 events have another verdict now').waitFor();
    await news(page).getByText('1 source decided about, by Ada Admin.').waitFor({ state: 'detached' });
    await worklist.getByRole('row').filter({ hasText: 'site-new' }).waitFor();
  });

  it('leads to the whole list with the same days', async () => {
    await openToday(page, PACKAGE);
    await page.getByRole('link', { name: 'All sources' }).click();
    await page.waitForURL((url) => url.pathname === '/traffic/sources');
    expect(new URL(page.url()).searchParams.get('from')).toBe(addDays(yesterday, -5));
    await page.getByRole('row').filter({ hasText: 'site-new' }).waitFor();
  });
});
