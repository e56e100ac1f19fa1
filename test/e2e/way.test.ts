import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { boardReady, choosePackage, figure, person, picture, textOf, useBrowser } from './browser.ts';
import { APP, EMPTY_PACKAGE, WEB } from './people.ts';

const browser = useBrowser();
const at = (page: { url(): string }): URL => new URL(page.url());

describe('another package', () => {
  it('keeps the page where it has it, and opens its own first board where it has not', async () => {
    for (const key of ['admin', 'publisher', 'customer'] as const) {
      const page = await browser.as(key);
      await page.goto(`/web/dashboard/visit?package=${WEB}`);
      await boardReady(page);
      await choosePackage(page, 'Harbour Tales');
      await page.waitForURL((url) => url.pathname === '/install-dashboard');
      expect(at(page).searchParams.get('package'), key).toBe(APP);
      await boardReady(page);
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      expect(await menu.locator('[aria-current=page]').count(), key).toBe(1);
      expect(await figure(page, 'Total'), key).toBeGreaterThan(0);
      await page.goto(`/traffic/events?package=${APP}`);
      await page.locator('main tbody tr').first().waitFor();
      await choosePackage(page, 'Linden & Loom');
      await page.waitForURL((url) => url.searchParams.get('package') === WEB);
      expect(at(page).pathname, key).toBe('/traffic/events');
    }
  });

  it('without an event on the chosen days shows its own last ones, and says so', async () => {
    const page = await browser.as('admin');
    const long = addDays(new Date().toISOString().slice(0, 10), -75);
    await page.goto(`/traffic/events?package=${EMPTY_PACKAGE}&from=${long}&to=${long}`);
    await page.getByText('No Data Found').first().waitFor();
    await choosePackage(page, 'Linden & Loom');
    await page.getByText(/^Linden & Loom has no events in the range you had chosen .* You see the last days/).waitFor();
    await page.locator('main tbody tr').first().waitFor();
    expect(at(page).searchParams.get('from')).not.toBe(long);
    await picture(page, 'way-no-data');
  });

  it('cannot have every board: an address that joins the two says so and leads on', async () => {
    const page = await browser.as('agency');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(at({ url: () => request.url() }).pathname));
    await page.goto(`/web/dashboard/visit?package=${APP}`);
    await page.getByRole('heading', { name: '“Visit Dashboard” is for websites' }).waitFor();
    await page.getByText('Harbour Tales is an app: it has other boards.').waitFor();
    await picture(page, 'way-other-kind');
    expect(asked.filter((path) => path.startsWith('/api/v2/'))).toEqual([]);
    await page.getByRole('button', { name: '“Visit Dashboard” of Linden & Loom' }).click();
    await boardReady(page);
    expect(at(page).searchParams.get('package')).toBe(WEB);
    await page.goto(`/web/dashboard/visit?package=${APP}`);
    await page.getByRole('link', { name: 'Open the first board of Harbour Tales' }).click();
    await page.waitForURL((url) => url.pathname === '/install-dashboard');
  });
});

describe('a range in the address that cannot be shown', () => {
  it.each([
    ['from=2026-11-20&to=2026-11-10', /ends before it begins\. You see/],
    ['from=2026-02-30&to=2026-03-01', /“2026-02-30” in the address is not a day\. You see/],
    ['from=2012-01-01&to=2012-01-07', /lies outside of what can be looked at here/],
    ['from=2020-01-01&to=2999-01-01', /reaches beyond the days that can be looked at here/],
  ])('%s is said, with what is shown instead, until it is put away', async (range, said) => {
    const page = await browser.as('admin');
    await page.goto(`/traffic/events?package=${WEB}&${range}`);
    const note = page.getByRole('status').filter({ hasText: said });
    await note.waitFor();
    await page.locator('main tbody tr').first().waitFor();
    expect(at(page).search).not.toContain(range);
    await picture(page, 'way-range');
    await note.getByRole('button', { name: 'Close this note' }).click();
    expect(await note.count()).toBe(0);
  });

  it('a range that can be shown is shown without a word', async () => {
    const page = await browser.as('admin');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
    await page.goto(`/traffic/events?package=${WEB}&from=${addDays(today, -3)}&to=${addDays(today, -1)}`);
    await page.locator('main tbody tr').first().waitFor();
    expect(await page.getByText('in the address').count()).toBe(0);
  });
});

describe('a new package', () => {
  it('is gone to at once, and the page says the one next step and leads there', async () => {
    const page = await browser.as('admin');
    await page.goto('/management/package/add');
    const main = page.getByRole('main');
    await main.getByRole('textbox', { name: 'Title' }).fill('Fresh Start');
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill('fresh-start.example');
    await main.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Created successfully !', { exact: true }).waitFor();
    await page.waitForURL((url) => url.pathname === '/getting-started');
    expect(at(page).searchParams.get('package')).toBe('fresh-start.example');
    await expect.poll(() => page.getByLabel('Package').first().inputValue()).toBe('Fresh Start');
    await page.getByText('Next: import traffic of Fresh Start.').waitFor();
    expect(await page.getByText('was not found or is not open to you').count()).toBe(0);
    await main.getByRole('heading', { name: '1 of 5 steps done' }).waitFor();
    expect(await textOf(main.locator('[aria-current=step] strong'))).toBe('First data');
    await picture(page, 'way-new-package');
    await main.getByRole('link', { name: 'Import a file' }).click();
    await page.waitForURL((url) => url.pathname === '/traffic/import');
    expect(at(page).searchParams.get('package')).toBe('fresh-start.example');
  });

  it('of the demo nothing is ticked that nobody did, and the next step is a package of one’s own', async () => {
    const page = await browser.as('admin');
    await page.goto(`/getting-started?package=${WEB}`);
    await page.getByRole('heading', { name: '0 of 5 steps done' }).waitFor();
    await page.getByRole('link', { name: 'Add a package' }).click();
    await page.waitForURL((url) => url.pathname === '/management/package/add');
  });
});

describe('an import', () => {
  it('of clicks leads to the board of clicks on their days, not to the empty first board', async () => {
    const page = await browser.as('admin');
    const headers = { authorization: person('admin').token };
    const data = { package_name: 'clicks.example', package_title: 'Shop of Clicks', platform: 'web', time_zone: 'UTC' };
    const made = await page.request.post('/api/config/package', { headers, data: { ...data, currency: 'EUR' } });
    expect(made.status()).toBe(200);
    const path = join(inject('dataFolder'), 'clicks-of-a-week.csv');
    const lines = Array.from(
      { length: 30 },
      (_, n) => `2026-03-0${1 + (n % 5)} 10:00:${String(n).padStart(2, '0')},click,net_one,198.51.100.${n}`,
    );
    writeFileSync(path, ['time,kind,publisher,ip', ...lines].join('\n'));
    await page.goto('/traffic/import?package=clicks.example');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Start import' }).click();
    await page.getByRole('link', { name: 'See the boards' }).click({ timeout: 60_000 });
    await page.waitForURL((url) => url.pathname.includes('click'));
    const asked = at(page).searchParams;
    expect([asked.get('from'), asked.get('to')]).toEqual(['2026-03-01', '2026-03-05']);
    await boardReady(page);
    expect(await figure(page, 'Total')).toBe(30);
  });
});

describe('what is not there', () => {
  it('a package without any events says so and leads to the import; who may not import is not sent there', async () => {
    const page = await browser.as('admin');
    await page.goto(`/traffic/events?package=${EMPTY_PACKAGE}`);
    await page.getByText('Nothing has arrived for Nothing Yet yet.').waitFor();
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.waitForURL((url) => url.pathname === '/traffic/import');
    expect(at(page).searchParams.get('package')).toBe(EMPTY_PACKAGE);
    await page.goto(`/web/dashboard/visit?package=${EMPTY_PACKAGE}`);
    await boardReady(page);
    await page.getByRole('link', { name: 'Import a file' }).first().waitFor();
    await picture(page, 'way-empty-board');
  });

  it('days without events lead to those that have some', async () => {
    const page = await browser.as('admin');
    const old = addDays(new Date().toISOString().slice(0, 10), -70);
    await page.goto(`/web/dashboard/visit?package=${WEB}&from=${old}&to=${addDays(old, 3)}`);
    await page
      .getByText(/Nothing arrived in these days\. There are data from/)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Show .+ – / })
      .first()
      .click();
    await page.waitForURL((url) => url.searchParams.get('from') !== old);
    await boardReady(page);
    // The address is new a moment before the cards are.
    await expect.poll(() => page.getByText('Nothing arrived in these days').count()).toBe(0);
  });

  it('an unknown event is said to be unknown and leads back to the list', async () => {
    const page = await browser.as('admin');
    for (const id of ['0123456789abcdef0123456789abcdef', 'nonsense']) {
      await page.goto(`/traffic/events?package=${WEB}&event=${id}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText(`There is no event ${id} in Linden & Loom.`).waitFor();
      expect(await drawer.getByRole('button', { name: 'Retry' }).count()).toBe(0);
      await drawer.getByRole('button', { name: 'To the list' }).click();
      await page.waitForURL((url) => !url.searchParams.has('event'));
    }
  });

  it('an unknown publisher is told from one that rested in these days', async () => {
    const page = await browser.as('admin');
    await page.goto(`/publisher/Nobody?package=${WEB}`);
    await page.getByText('No events of “Nobody” have arrived for Linden & Loom.').waitFor();
    await page.getByRole('link', { name: 'All publishers' }).last().click();
    const first = page.locator('main tbody a').first();
    const known = await textOf(first);
    const old = addDays(new Date().toISOString().slice(0, 10), -70);
    await page.goto(`/publisher/${encodeURIComponent(known)}?package=${WEB}&from=${old}&to=${old}`);
    await page.getByText(/Nothing arrived in these days/).waitFor();
  });

  it('an address that leads nowhere says where one is instead, and stays said [NAV-GAP-08]', async () => {
    const page = await browser.as('admin');
    await page.goto('/web/dashboard/vists');
    const note = page
      .getByRole('status')
      .filter({ hasText: '/web/dashboard/vists was not found or is not open to you.' });
    await note.getByText('You see “Today” instead.').waitFor();
    await page.waitForTimeout(3500);
    await picture(page, 'way-missing');
    await note.getByRole('button', { name: 'Find the page' }).click();
    await page.getByRole('combobox', { name: 'Find anything' }).fill('visit');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.includes('visit'));
    await expect.poll(() => note.count()).toBe(0);
  });
});
