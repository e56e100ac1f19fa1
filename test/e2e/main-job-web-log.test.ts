import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardReady, card, figure, numberIn, openEvent, picture, storedValue, textOf, useBrowser } from './browser.ts';
import { countKnownBots } from './count-known-bots.ts';
import { countLog, type LogCount, less, logToImport, sum } from './count-log.ts';
import { importOutcome } from './import-outcome.ts';
import { type Server, startServer } from './server.ts';

/** The whole main job, by hand, on a fresh installation: the steps build on each other. */
const PACKAGE = 'semicomplete.example';
const BOARD = '/api/v2/web/visit/dashboard';

const browser = useBrowser();
let server: Server;
let page: Page;
let file: string;
let log: LogCount;
let days: { from: string; to: string };
let fraudBefore = 0;
/** Visits of known bots, which lie beside the total. */
let botsByDay: Map<string, number>;
let botsByPublisher: Map<string, number>;

beforeAll(async () => {
  server = await startServer();
  page = await browser.page({ baseURL: server.base });
  file = await logToImport(server.dataFolder);
  log = countLog(file, [PACKAGE, 'semicomplete.com']);
  const known = [...log.byDay.keys()].sort();
  days = { from: known[0] ?? '', to: known.at(-1) ?? '' };
});
afterAll(() => server?.stop());

const board = (): string => `/web/dashboard/visit?package=${PACKAGE}&from=${days.from}&to=${days.to}`;
const eventCount = async (): Promise<number> => {
  const count = page.locator('main p[aria-live] strong').first();
  await expect.poll(async () => /\d/.test(await textOf(count))).toBe(true);
  return numberIn(await textOf(count));
};
const openBoard = async (): Promise<void> => {
  await page.goto(board());
  await boardReady(page);
};
const result = async (name: string): Promise<number> =>
  numberIn(await textOf(page.locator('dl > div').filter({ hasText: name }).locator('dd').first()));
const imported = (): Locator => page.locator('section[data-state=done]');

/** The answer of a board call with the session of the page. */
async function asked(call: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ package_name: PACKAGE, fromDate: days.from, toDate: days.to, ...more });
  const authorization = String(await storedValue(page, 'token'));
  const answer = await page.request.get(`${BOARD}/${call}?${query}`, { headers: { authorization } });
  expect(answer.status(), call).toBe(200);
  return answer.json();
}

describe('from the printed link to the first verdicts', () => {
  it('the wizard makes administrator and package and leads to the first file', async () => {
    await page.goto(server.setupLink);
    await page.getByLabel('Name', { exact: true }).fill('Ada Admin');
    await page.getByLabel('Email').fill('ada@semicomplete.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough password');
    await picture(page, 'main-job-1-administrator');
    await page.getByRole('button', { name: /Create/ }).click();
    await page.getByLabel('Title').fill('Semicomplete');
    await page.getByLabel('Domain').fill(PACKAGE);
    await page.getByLabel('Time zone').selectOption('UTC');
    await picture(page, 'main-job-2-package');
    await page.getByRole('button', { name: 'Create package' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    await picture(page, 'main-job-3-first-file');
  });

  it('the link works once: afterwards it makes nobody', async () => {
    const other = await browser.page({ baseURL: server.base });
    await other.goto(server.setupLink);
    await other.getByText(/This link has been used/).waitFor();
    expect(await other.locator('input[type=password]').count()).toBe(0);
  });

  it('a dropped log is recognised, shown as it will be stored, and imported to the last record', async () => {
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('heading', { name: basename(file) }).waitFor();
    await page.getByText('Web server log').first().waitFor();
    const preview = page.getByRole('table').first();
    await preview.waitFor();
    expect(await preview.locator('tbody tr').count()).toBe(20);
    const kinds = page.getByRole('region', { name: 'Which requests are visits' });
    expect(
      await kinds.getByRole('checkbox').evaluateAll((all) => all.filter((each) => each.matches(':checked')).length),
    ).toBe(1);
    await picture(page, 'main-job-4-preview');
    await page.getByRole('button', { name: 'Start import' }).click();
    await imported().waitFor({ timeout: 60_000 });
    const [accepted, rejected, records] = [await result('Accepted'), await result('Rejected'), await result('Records')];
    const leftOut = sum(log.leftOut) > 0 ? await result('Left out') : 0;
    expect([records, accepted + rejected + leftOut]).toEqual([log.records, log.records]);
    expect([accepted, leftOut]).toEqual([sum(log.byDay), sum(log.leftOut)]);
    if (leftOut > 0) {
      const kinds = await textOf(page.getByRole('list', { name: 'Left out, by kind of request' }));
      for (const n of log.leftOut.values()) expect(kinds).toContain(n.toLocaleString('en'));
    }
    const { mostly, seeWhy } = await importOutcome(page);
    await picture(page, 'main-job-5-imported');
    const events = await browser.tab(page);
    await events.goto(seeWhy);
    await expect.poll(() => textOf(events.locator('main p[aria-live] strong'))).toBe(mostly);
    await events.close();
  });
});

describe('the visit board over the days of the log', () => {
  it('opens from the result with these days, however old they are, and shows every accepted record, known bots beside the rest', async () => {
    await page.getByRole('link', { name: 'See the boards' }).click();
    await page.waitForURL((url) => url.pathname.includes('visit'));
    await boardReady(page);
    const address = new URL(page.url()).searchParams;
    expect([address.get('from'), address.get('to')]).toEqual([days.from, days.to]);
    const authorization = String(await storedValue(page, 'token'));
    const asked = { package_name: PACKAGE, fromDate: days.from, toDate: days.to };
    [botsByDay, botsByPublisher] = await countKnownBots(page, asked, authorization);
    expect(await figure(page, 'Known bots')).toBe(sum(botsByDay));
    expect(sum(botsByDay)).toBeGreaterThan(0);
    const total = sum(log.byDay) - sum(botsByDay);
    expect(await figure(page, 'Total')).toBe(total);
    fraudBefore = await figure(page, 'Fraud');
    expect(fraudBefore).toBeGreaterThan(0);
    expect((await figure(page, 'Clean')) + (await figure(page, 'Suspect')) + fraudBefore).toBe(total);
    await picture(page, 'main-job-6-board');
  });

  it('its days and publishers equal an independent count, to the unit', async () => {
    const byDay = card(page, 'By date');
    await byDay.getByRole('button', { name: 'Show as table' }).click();
    const shown = await byDay
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent ?? '')),
      );
    const byDayLeft = less(log.byDay, botsByDay);
    expect(shown.map(([, total]) => numberIn(total ?? '')).sort()).toEqual([...byDayLeft.values()].sort());
    const { data } = await asked('date-wise');
    expect(new Map(data.map((row: { date: string; total: number }) => [row.date, row.total]))).toEqual(byDayLeft);

    const publishers = new Map<string, number>();
    for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
      const answer = await asked('publisher-wise', { pageNo: String(pageNo), limit: '100' });
      pages = answer.Total_pages;
      for (const { key, total, clean, fraud } of answer.data) {
        publishers.set(key, total);
        expect(clean + fraud).toBe(total);
      }
    }
    const byPublisherLeft = less(log.byPublisher, botsByPublisher);
    expect(publishers).toEqual(byPublisherLeft);

    const table = card(page, 'Publishers');
    const [name, total] = [...byPublisherLeft].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
    const row = table.locator('tbody tr').filter({ hasText: name });
    expect(numberIn(await textOf(row.locator('td').nth(1)))).toBe(total);
  });

  it('a click on the fraud number leads to the events behind it, with the same count', async () => {
    await page.locator('main section[aria-label=Fraud] a').click();
    await page.waitForURL(/\/traffic\/events/);
    expect(await eventCount()).toBe(fraudBefore);
    await picture(page, 'main-job-7-events');
  });
});

describe('one event', () => {
  const why = (): Locator => page.getByRole('region', { name: 'Why this verdict' });

  it('says why: the rule by name, the observed value, the limit or list, and what would have been clean', async () => {
    await openEvent(page);
    await why().waitFor();
    const text = await textOf(why());
    expect(text).toMatch(/^Fraud: .+\./);
    const rule = why().locator('section').first();
    expect((await textOf(rule.getByRole('heading'))).length).toBeGreaterThan(3);
    const signal = rule.locator('li').first();
    expect((await textOf(signal.locator('strong'))).length).toBeGreaterThan(0);
    expect(await textOf(signal)).toMatch(/hits:|not met:/);
    expect(text).toMatch(/Judged by version \S+ of the rule set/);
    expect(text).toMatch(/It would be clean with|No value of this event alone/);
    await picture(page, 'main-job-8-why');
  });

  it('marked clean with a reason takes exactly one from the fraud number; Undo gives it back', async () => {
    await page.getByRole('button', { name: 'Mark as clean' }).click();
    await page.getByRole('button', { name: 'Mark as clean' }).click();
    await page.getByText('Please give a reason of at least 3 characters').waitFor();
    await page.getByLabel('Why is it clean?').fill('Our own monitor');
    await page.getByRole('button', { name: 'Mark as clean' }).click();
    await page.getByText('Marked as clean').waitFor();
    expect((await asked('total')).data.fraud).toBe(fraudBefore - 1);
    await page.getByText('Our own monitor').waitFor();
    await picture(page, 'main-job-9-marked');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect((await asked('total')).data.fraud).toBe(fraudBefore);
    await openBoard();
    expect(await figure(page, 'Fraud')).toBe(fraudBefore);
  });
});

describe('the white list', () => {
  let address = '';
  let ofAddress = 0;

  const countEvents = async (more: Record<string, string>): Promise<number> => {
    const query = new URLSearchParams({
      package_name: PACKAGE,
      fromDate: days.from,
      toDate: days.to,
      limit: '1',
      ...more,
    });
    const authorization = String(await storedValue(page, 'token'));
    return (await (await page.request.get(`/api/traffic/events?${query}`, { headers: { authorization } })).json())
      .total;
  };

  it('an address, listed from one of its events, turns exactly its events clean', async () => {
    await page.locator('main section[aria-label=Fraud] a').click();
    await page.waitForURL(/\/traffic\/events/);
    await openEvent(page, 2);
    await page.getByRole('button', { name: 'White-list …' }).click();
    const choice = page.getByRole('radio').first();
    await choice.check();
    address = (
      await textOf(
        page
          .locator('label')
          .filter({ hasText: /^Address/ })
          .first(),
      )
    )
      .replace('Address', '')
      .trim();
    expect(log.byAddress.get(address)).toBeGreaterThan(0);
    ofAddress = await countEvents({ search: address, verdict: 'fraud' });
    await page.getByLabel('Reason', { exact: false }).last().fill('Our office');
    await picture(page, 'main-job-10-white-list-form');
    await page.getByRole('button', { name: 'White-list it' }).click();
    await page.getByText(/Listed: .* clean now/).waitFor();
    await openBoard();
    expect(ofAddress).toBeGreaterThan(0);
    expect(await figure(page, 'Fraud')).toBe(fraudBefore - ofAddress);
    await picture(page, 'main-job-11-board-white-listed');
  });

  it('shows the entry with its reason and what it covers, and removing it restores every verdict', async () => {
    await page.getByRole('link', { name: 'White list' }).first().click();
    const row = page.getByRole('row').filter({ hasText: address });
    await row.waitFor();
    expect(await textOf(row)).toContain('Our office');
    await picture(page, 'main-job-12-white-list');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Removed; its events have been judged again').waitFor();
    await openBoard();
    expect(await figure(page, 'Fraud')).toBe(fraudBefore);
  });
});

describe('the same file again, and away with it', () => {
  it('a second import changes nothing', async () => {
    await page.goto(`/traffic/import?package=${PACKAGE}`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Start import' }).click();
    await imported().waitFor({ timeout: 60_000 });
    await page.getByText('This file was imported before: it changed nothing.').waitFor();
    expect(await result('Known before')).toBe(await result('Accepted'));
    await picture(page, 'main-job-13-again');
    await openBoard();
    expect(await figure(page, 'Fraud')).toBe(fraudBefore);
    expect(await figure(page, 'Total')).toBe(sum(log.byDay) - sum(botsByDay));
  });

  it('undone one after the other, nothing is left', async () => {
    await page.goto(`/traffic/import?package=${PACKAGE}`);
    for (const left of [1, 0]) {
      const undo = page.getByRole('table').getByRole('button', { name: 'Undo' });
      await undo.first().click();
      await page.getByRole('button', { name: 'Undo import' }).click();
      await expect.poll(() => undo.count(), { timeout: 30_000 }).toBe(left);
      await expect
        .poll(async () => (await asked('total')).data.accepted, { timeout: 30_000 })
        .toBe(left === 0 ? 0 : sum(log.byDay));
    }
    await openBoard();
    await page.getByText('No Data Found').first().waitFor();
    await picture(page, 'main-job-14-undone');
  });
});
