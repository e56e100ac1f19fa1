import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetOf, type Report, typesOf } from '#domains/reports/contract/report.ts';
import { REPORTS } from '#domains/reports/contract/reports.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { expectNoSidewaysScroll, numberIn, person, picture, textOf, useBrowser } from './browser.ts';
import { APP, WEB } from './people.ts';

/** Every address of every report, opened as somebody who may, against the same events counted by the list of events. */
const browser = useBrowser();
const today = new Date().toISOString().slice(0, 10);
const RANGE = { from: addDays(today, -6), to: addDays(today, -1) };

const ROWS: Readonly<Record<string, string>> = {
  '/report': '[REP-ROUTE-01] [LAY-UI-27]',
  '/app/report/install': '[REP-ROUTE-02]',
  '/app/report/event': '[REP-ROUTE-03]',
  '/app/report/reengagement-events': '[REP-ROUTE-04]',
  '/app/report/reengagement-clicks': '[REP-ROUTE-05]',
  '/web/report/event': '[REP-ROUTE-06]',
  '/event-report-page': '[REP-ROUTE-07]',
  '/event-report': '[REP-ROUTE-08] [LAY-UI-25] [LAY-GAP-03]',
  '/webfraud-custom-report': '[REP-ROUTE-09] [LAY-UI-24] [REP-GAP-04]',
  '/webfraud-publisher-report': '[REP-ROUTE-10]',
  '/app-event-publisher-report': '[REP-ROUTE-11]',
  '/app-install-publisher-report': '[REP-ROUTE-12]',
  '/app_incent_report': '[REP-ROUTE-13]',
  '/app/incent-details': '[REP-ROUTE-14]',
  '/app_summary_report': '[REP-ROUTE-15] [LAY-UI-28]',
};

const PLACES = REPORTS.flatMap((report: Report) =>
  report.paths.map((path) => ({ report, path, rows: ROWS[path] ?? '', title: report.title })),
);
const platformOf = ({ platform }: Report): 'web' | 'app' => platform ?? 'web';
const packageOf = (report: Report): string => (platformOf(report) === 'app' ? APP : WEB);
const addressOf = (path: string, report: Report, more = ''): string =>
  `${path}?package=${packageOf(report)}&from=${RANGE.from}&to=${RANGE.to}${more}`;
const rowsPart = (page: Page): Locator => page.getByRole('region', { name: 'Rows of the report' }).first();
const entriesPart = (page: Page): Locator => page.getByRole('region', { name: 'Generated reports' }).first();

/** Events of a report by the list of events, known bots beside. */
async function listed(page: Page, report: Report, more: Record<string, string> = {}): Promise<number> {
  const platform = platformOf(report);
  const [type = 'all'] = typesOf(report, platform);
  const query = new URLSearchParams({
    package_name: packageOf(report),
    fromDate: RANGE.from,
    toDate: RANGE.to,
    ...more,
  });
  for (const kind of datasetOf(type, platform)?.kinds ?? []) query.append('kind', kind);
  for (const [name, values] of Object.entries(report.standing ?? {}))
    for (const value of values ?? []) query.append(name, value);
  const answer = await page.request.get(`/api/traffic/events?${query}`, {
    headers: { authorization: person('agency').token },
  });
  const { total }: { total: number } = await answer.json();
  return total;
}

/** "500 of 1,968 rows", or "12 rows". */
const totalSaid = (text: string): number =>
  numberIn(/of ([\d,]+) rows/.exec(text)?.[1] ?? /([\d,]+) rows?/.exec(text)?.[1] ?? 'x');

describe('a report', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.as('admin');
  });
  afterAll(() => page.close());

  for (const { path, report, title, rows: ids } of PLACES)
    it(`opens at ${path} with its own rows, filters and generated reports ${ids}`, async () => {
      await page.goto(addressOf(path, report));
      const rows = rowsPart(page);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(await page.getByText('Custom report', { exact: true }).and(page.locator('p')).count()).toBe(
        report.subtitled ? 1 : 0,
      );
      await page.getByRole('button', { name: 'Generate report' }).waitFor();
      await entriesPart(page).waitFor();
      const events = await listed(page, report);
      if (report.rows === 'events') {
        if (events === 0) await rows.getByText(/^No Data Found/).waitFor();
        else await expect.poll(async () => totalSaid((await rows.textContent()) ?? '')).toBe(events);
        return;
      }
      const bots = await listed(page, report, { verdict: 'filtered' });
      if (events === bots) return rows.getByText(/^No Data Found/).waitFor();
      const totals = rows.locator('tfoot');
      await expect
        .poll(async () => ((await totals.textContent()) ?? '').includes((events - bots).toLocaleString('en-US')))
        .toBe(true);
      const first = rows.locator('tbody tr').first();
      expect((await textOf(first)).length).toBeGreaterThan(5);
    });

  it('asks with every parameter and its default, and for the next five hundred rows at the end [REP-ENT-01] [CONST-04] [CONST-05]', async () => {
    const asked: URL[] = [];
    const note = (request: Request): void => {
      const url = new URL(request.url());
      if (url.pathname === '/api/report/all') asked.push(url);
    };
    page.on('request', note);
    await page.goto(`/report?package=${WEB}&from=${RANGE.from}&to=${RANGE.to}&report_type=all`);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const sent = Object.fromEntries(asked[0]?.searchParams ?? []);
    expect(sent).toMatchObject({
      package_name: WEB,
      start_date: RANGE.from,
      end_date: RANGE.to,
      publisher_name: '',
      report_type: 'all',
      vendor_id: '',
      user_type: 'customer',
      region: '',
      sub_publisher_name: '',
      campaign_id: '',
      event_type: '',
      page_id: '',
      fraud_category: '',
      search: '',
      publisher_type: 'all',
      report_variant: 'transactional',
      record_limit: '500',
      page_number: '1',
    });
    await rowsPart(page).locator('tbody tr').first().waitFor();
    const table = rowsPart(page).locator('section').first();
    const atEnd = async () => {
      await table.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
      return asked.some(({ searchParams }) => searchParams.get('page_number') === '2');
    };
    await expect.poll(atEnd).toBe(true);
    // Appended to the first five hundred.
    const shown = async () =>
      numberIn(/([\d,]+) (?:of|rows)/.exec((await rowsPart(page).textContent()) ?? '')?.[1] ?? '0');
    await expect.poll(shown).toBeGreaterThan(500);
    page.off('request', note);
  });

  it('is narrowed by a filter and by its columns, and the address keeps both [REP-ROUTE-09]', async () => {
    const custom = REPORTS.find(({ id }) => id === 'web-custom-report') as Report;
    await page.goto(addressOf('/webfraud-custom-report', custom, '&report_type=all'));
    await rowsPart(page).locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill('Verdict');
    await page.getByRole('option', { name: 'Verdict', exact: true }).click();
    await dialog.getByRole('checkbox', { name: /fraud/i }).check();
    await dialog.getByRole('button', { name: 'Filter' }).click();
    const fraud = await listed(page, { ...custom, types: ['all'] }, { verdict: 'fraud' });
    await expect.poll(async () => totalSaid((await rowsPart(page).textContent()) ?? '')).toBe(fraud);
    expect(new URL(page.url()).searchParams.get('verdict')).toBe('fraud');
    await page.getByRole('button', { name: 'Report columns' }).click();
    await page.getByRole('button', { name: 'Remove Campaign', exact: true }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect
      .poll(() => rowsPart(page).getByRole('columnheader', { name: 'Campaign', exact: true }).count())
      .toBe(0);
    expect(new URL(page.url()).searchParams.get('columns')).not.toContain('campaign');
  });

  it('is generated, seen on its way and downloaded, from its page and from the list of all [REP-UI-01] [REP-API-01] [REP-STATE-01] [DL-ROUTE-01]', async () => {
    const install = REPORTS.find(({ id }) => id === 'app-install-report') as Report;
    await page.goto(addressOf('/app/report/install', install));
    const rows = rowsPart(page);
    await rows.locator('tbody tr').first().waitFor();
    const total = totalSaid((await rows.textContent()) ?? '');
    let lists = 0;
    const note = (request: Request): void => {
      if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/reports') lists++;
    };
    page.on('request', note);
    await page.getByRole('button', { name: 'Generate report' }).click();
    const panel = page.getByRole('dialog', { name: 'Generate report' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Installs of a week');
    const sent = page.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/install/generate'));
    await panel.getByRole('button', { name: 'Generate report' }).click();
    const request = await sent;
    // The same parameters in the address and in the body (REP-API-09).
    expect(Object.keys(request.postDataJSON()).sort()).toEqual(
      [...new Set(new URL(request.url()).searchParams.keys())].sort(),
    );
    const entry = entriesPart(page).getByRole('row', { name: /Installs of a week/ });
    await entry.getByText('Ready').waitFor();
    expect(lists).toBeGreaterThan(0);
    page.off('request', note);
    const button = entry.getByRole('button', { name: /^Download install-report/ });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(total + 1);

    await page.goto(`/download_reports?package=${APP}`);
    const all = entriesPart(page).getByRole('row', { name: /Installs of a week/ });
    await all.getByText('Ready').waitFor();
    await all.getByRole('button', { name: 'Actions for Installs of a week' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => all.count()).toBe(0);
  });

  it('that cannot be asked for or listed says so, and the page stays usable [REP-RULE-01] [REP-RULE-02] [REP-GAP-01]', async () => {
    const install = REPORTS.find(({ id }) => id === 'app-install-report') as Report;
    await page.route('**/api/reports?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(addressOf('/app/report/install', install));
    await entriesPart(page).getByText('Something Went wrong!').first().waitFor({ timeout: 60_000 });
    await rowsPart(page).locator('tbody tr').first().waitFor();
    await page.unroute('**/api/reports?*');
    await entriesPart(page).getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => entriesPart(page).getByText('Something Went wrong!').count()).toBe(0);
    await page.route('**/install/generate?*', (route) => route.abort('timedout'));
    await page.getByRole('button', { name: 'Generate report' }).click();
    const panel = page.getByRole('dialog', { name: 'Generate report' });
    await panel.getByRole('button', { name: 'Generate report' }).click();
    await panel.locator('[data-code="400"]').waitFor({ timeout: 60_000 });
    await page.unroute('**/install/generate?*');
    await page.keyboard.press('Escape');
  });
});

describe('a publisher', () => {
  it('asks for its own publishers from the first call, and is not asked whom there are [REP-PERM-01] [REP-PERM-02]', async () => {
    const page = await browser.as('publisher');
    const names = person('publisher').auth.publisher.map(({ publisher_name }) => publisher_name);
    const asked: URL[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/report/')) asked.push(url);
    });
    await page.goto(`/report?package=${WEB}&from=${RANGE.from}&to=${RANGE.to}`);
    await rowsPart(page).waitFor();
    await expect.poll(() => asked[0]?.searchParams.get('publisher_name')).toBe(names.join(','));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().fill('Publisher');
    await page.getByRole('option', { name: 'Publisher', exact: true }).click();
    for (const name of names) await dialog.getByRole('checkbox', { name }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(names.length);
    expect(asked.filter(({ pathname }) => pathname.includes('/filters/'))).toEqual([]);
    await page.close();
  });
});

it('fits a phone, in German and in the dark', async () => {
  const page = await browser.as('customer', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.goto(`/report?package=${WEB}`);
  await page.context().addCookies([{ name: 'language', value: 'de', url: page.url() }]);
  for (const path of ['/report', '/webfraud-publisher-report', '/download_reports']) {
    await page.goto(`${path}?package=${WEB}&from=${RANGE.from}&to=${RANGE.to}`);
    await page.getByRole('region', { name: 'Erstellte Berichte', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    await picture(page, `report${path.replaceAll('/', '-')}-phone`);
  }
  await page.close();
});
