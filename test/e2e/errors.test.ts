import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boardReady, card, figure, person, picture, textOf, useBrowser, withAllSections } from './browser.ts';
import { EMPTY_PACKAGE, WEB } from './people.ts';

const browser = useBrowser();
const VISITS = `/web/dashboard/visit?package=${WEB}`;
const ALL_PACKAGES = '**/api/user/package';
const CHANNELS = '**/dashboard/channel-wise?*';

/** Headings of cards that show something. */
const filled = (page: Page): Promise<string[]> =>
  page
    .locator('main section[aria-busy=false]')
    .filter({ hasNot: page.getByRole('alert') })
    .locator('h3')
    .allTextContents();

describe('a widget', () => {
  it('that fails says so with Retry and the request id, while the others load; Retry asks for it alone and brings it back [CLI-GAP-02]', async () => {
    // Nobody whose rights change beside: an administrator sees each package other files add, and then all is asked
    // anew.
    const page = await browser.as('agency');
    await withAllSections(page);
    const body = {
      status: false,
      code: 'internal',
      message: 'Something went wrong on the server',
      request_id: 'req-4711',
    };
    await page.route(CHANNELS, (route) =>
      route.fulfill({ status: 500, json: body, headers: { 'x-request-id': 'req-4711' } }),
    );
    await page.goto(VISITS);
    const alert = card(page, 'Channels').getByRole('alert');
    await alert.waitFor();
    await boardReady(page);
    expect(await textOf(alert)).toContain('Something went wrong on the server');
    expect(await textOf(alert)).toContain('req-4711');
    expect((await filled(page)).length).toBeGreaterThan(8);
    expect(await figure(page, 'Total')).toBeGreaterThan(0);
    await picture(page, 'error-widget');
    await page.unroute(CHANNELS);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).pathname));
    await alert.getByRole('button', { name: 'Retry' }).click();
    await card(page, 'Channels').locator('header ~ div button[aria-pressed=false]').first().waitFor();
    expect(await alert.count()).toBe(0);
    expect([...asked].filter((path) => path.startsWith('/api/'))).toHaveLength(1);
  });

  it('whose connection breaks says that the server cannot be reached', async () => {
    const page = await browser.as('admin');
    await withAllSections(page);
    await page.route(CHANNELS, (route) => route.abort());
    await page.goto(VISITS);
    await card(page, 'Channels').getByText('The server cannot be reached').waitFor();
    expect(await figure(page, 'Total')).toBeGreaterThan(0);
  });

  it('that is slow holds nobody else: all others stand while it still loads [WEB-UI-02] [WEB-STATE-01]', async () => {
    const page = await browser.as('admin');
    await withAllSections(page);
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(CHANNELS, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(VISITS);
    await expect.poll(async () => (await filled(page)).length, { timeout: 30_000 }).toBeGreaterThan(9);
    const slow = card(page, 'Channels');
    expect(await slow.getAttribute('aria-busy')).toBe('true');
    expect(await slow.getByText('No Data Found').count()).toBe(0);
    expect(await figure(page, 'Total')).toBeGreaterThan(0);
    await picture(page, 'slow-widget');
    answer();
    await boardReady(page);
    expect(await filled(page)).toContain('Channels');
  });

  it('without data says No Data Found, why, and what to do', async () => {
    const page = await browser.as('admin');
    await page.goto(`/web/dashboard/visit?package=${EMPTY_PACKAGE}`);
    const empty = card(page, 'Publishers');
    await empty.getByText('No Data Found', { exact: true }).waitFor();
    await empty.getByText(/^Nothing has arrived for .+ yet\.$/).waitFor();
    await picture(page, 'empty-package');
    await empty.getByRole('link', { name: 'Import a file' }).click();
    await page.waitForURL(
      (url) => url.pathname === '/traffic/import' && url.searchParams.get('package') === EMPTY_PACKAGE,
    );
  });
});

describe('what fails beside the cards', () => {
  const down = { status: 503, json: { status: false, code: 'bad_request', message: 'Not now', request_id: 'req-1' } };

  it('a lookup writes a line to the console and shows it with Retry, an empty list and a page that works [CLI-RULE-15] [ERR-GAP-02]', async () => {
    const page = await browser.as('admin');
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const LISTS = '**/api/web-bi/filters/channel?*';
    await page.route(LISTS, (route) => route.fulfill({ ...down, status: 400 }));
    await page.goto(VISITS);
    await boardReady(page);
    await page.getByRole('button', { name: /^Filters/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Advance Search' });
    await drawer.getByRole('button', { name: 'Channels' }).click();
    const alert = drawer.getByRole('alert');
    await alert.waitFor();
    expect(said.some((line) => line.startsWith('There was an error!'))).toBe(true);
    expect(await drawer.getByRole('checkbox').count()).toBe(0);
    await drawer.getByRole('button', { name: 'Countries' }).click();
    await drawer.getByRole('checkbox').first().waitFor();
    await page.unroute(LISTS);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await drawer.getByRole('list', { name: 'Channel', exact: true }).getByRole('checkbox').first().waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('a list shows it with Retry, a download and an upload say it, and nothing goes on turning [ERR-GAP-02]', async () => {
    const page = await browser.as('admin');
    const USERS = '**/api/user?*';
    await page.route(USERS, (route) => route.fulfill({ ...down, status: 400 }));
    await page.goto('/management/user');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    expect(await page.getByText('No Data Found').count()).toBe(0);
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0);
    await page.unroute(USERS);
    await alert.getByRole('button', { name: 'Retry' }).click();
    // Newest first: other files add people meanwhile, so nobody is sure to stand on the first page.
    await page.locator('td').getByRole('link').first().waitFor();

    await page.route('**/api/audit/**', (route) =>
      /download|csv|export/.test(route.request().url()) ? route.fulfill({ ...down, status: 400 }) : route.continue(),
    );
    await page.goto('/management/audit');
    const csv = page.getByRole('button', { name: 'CSV' });
    await csv.click();
    await page.locator('[role=alert]').first().waitFor();
    await expect.poll(() => csv.getAttribute('data-loading')).toBeNull();

    await page.route('**/api/import/upload?*', (route) => route.abort());
    await page.goto(`/traffic/import?package=${EMPTY_PACKAGE}`);
    const file = {
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('event,time\nclick,2026-11-01 00:00:00\n'),
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('main').getByText('The server cannot be reached').first().waitFor();
  });
});

describe('packages that cannot be asked for', () => {
  it('leave the frame standing, with the reason and a Retry that brings everything back', async () => {
    const page = await browser.as('admin');
    const json = {
      status: false,
      code: 'unavailable',
      message: 'The service is busy, please retry',
      request_id: 'req-503',
    };
    await page.route(ALL_PACKAGES, (route) => route.fulfill({ status: 503, json }));
    await page.goto(VISITS);
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'User menu' }).waitFor();
    expect(await textOf(page.getByRole('contentinfo'))).toContain('Adsieve');
    await picture(page, 'error-shell');
    await page.unroute(ALL_PACKAGES);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await boardReady(page);
    expect(await figure(page, 'Total')).toBeGreaterThan(0);
  });
});

describe('a bad file', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const whole = `event,time\n${`click,${yesterday} 00:00:00\n`.repeat(20_000)}`;
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154', 'hex');
  const FILES = [
    { name: 'empty.csv', content: Buffer.alloc(0), said: /empty/i },
    { name: 'picture.png', content: png, said: /neither CSV/ },
    { name: 'picture-called.csv', content: png, said: /neither CSV/ },
    {
      name: 'cut.csv.gz',
      content: gzipSync(whole).subarray(0, 1000),
      said: /cut|end|truncated|incomplete|damaged|gzip/i,
    },
  ] as const;

  it('is refused with a clear message naming it, and nothing is imported', async () => {
    const page = await browser.as('admin');
    const headers = { authorization: person('admin').token };
    const imports = async () =>
      (await (await page.request.get(`/api/import?package_name=${EMPTY_PACKAGE}`, { headers })).json()).data;
    for (const { name, content, said } of FILES) {
      await page.goto(`/traffic/import?package=${EMPTY_PACKAGE}`);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
      const alert = page.locator('main').getByRole('alert').first();
      const start = page.getByRole('button', { name: 'Start import' });
      await alert.or(start).first().waitFor();
      // A file that breaks only further on is refused when it is read to its end.
      if ((await alert.count()) === 0) await start.click();
      await alert.waitFor();
      expect.soft(await textOf(alert), name).toMatch(said);
      expect.soft(await textOf(alert), name).not.toMatch(/Something went wrong|undefined|at .*\.js/);
      await picture(page, `bad-file-${name}`);
    }
    expect((await imports()).filter(({ state }: { state: string }) => state === 'done')).toEqual([]);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const all = new URLSearchParams({ package_name: EMPTY_PACKAGE, fromDate: day(80), toDate: day(0) });
    const answer = await page.request.get(`/api/traffic/events?${all}`, { headers });
    expect([answer.status(), (await answer.json()).total]).toEqual([200, 0]);
  });
});

describe('a question that makes no sense', () => {
  it('is answered 400 or 422 with the reason, never 500', async () => {
    const page = await browser.page();
    const headers = { authorization: person('admin').token };
    const path = '/api/v2/web/visit/dashboard/publisher-wise';
    for (const [query, status] of [
      [{ fromDate: '2026-13-01', toDate: '2026-01-01' }, 400],
      [{ fromDate: '2026-11-20', toDate: '2026-11-10' }, 422],
      [{ fromDate: '1999-01-01', toDate: '1999-02-01' }, 422],
      [{ fromDate: '2026-11-10', toDate: '2026-11-12', sort: 'nonsense' }, 400],
    ] as const) {
      const answer = await page.request.get(`${path}?${new URLSearchParams({ package_name: WEB, ...query })}`, {
        headers,
      });
      expect.soft(answer.status(), JSON.stringify(query)).toBe(status);
      expect((await answer.json()).message.length).toBeGreaterThan(5);
    }
  });
});
