import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { boardReady, card, person, useBrowser, withAllSections } from './browser.ts';
import { APP } from './people.ts';

const browser = useBrowser();
const BOARD = '/api/v2/app/event/dashboard';
const today = new Date().toISOString().slice(0, 10);

/** Title of the card, its call and the row of the specification. */
const FILES = [
  ['Top clean publishers', 'top-publisher/clean', 'DL-EXP-03'],
  ['Top fraud publishers', 'top-publisher/fraud', 'DL-EXP-04'],
  ['Fraud by date', 'fraud/date-wise', 'DL-EXP-05'],
  ['Fraud by publisher', 'fraud/publisher-wise', 'DL-EXP-06'],
  ['Sub-publishers', 'sub-publisher-wise', 'DL-EXP-08'],
  ['Unique events by date', 'unique-event/date-wise', 'DL-EXP-09'],
  ['Current-month affiliation by date', 'current-month-affiliation/date-wise', 'DL-EXP-10'],
  ['Primary attribution by publisher', 'primary-attribution/publisher-wise', 'DL-EXP-11'],
  ['Non-primary attribution by publisher', 'non-primary-attribution/publisher-wise', 'DL-EXP-12'],
  // The figures on top of the board, from its own menu.
  [undefined, 'total', 'DL-EXP-07'],
] as const;
const ROWS = FILES.map(([, , row]) => `[${row}]`).join(' ');

it(`cards of an app give the rows of their range and filters as a file [DL-ENT-01] ${ROWS}`, async () => {
  const page = await browser.as('admin');
  await withAllSections(page);
  const range = { fromDate: addDays(today, -9), toDate: addDays(today, -1) };
  const where = { os: 'Android' };
  const address = new URLSearchParams({ package: APP, from: range.fromDate, to: range.toDate, ...where });
  await page.goto(`/app/dashboard/event?${address}`);
  await boardReady(page);
  const headers = { authorization: person('admin').token };
  for (const [title, call] of FILES) {
    // A table is asked for whole, as its file is; a top list stays one.
    const all = /publisher-wise$/.test(call) ? { limit: '500' } : {};
    const query = new URLSearchParams({ package_name: APP, counts: 'parts', ...range, ...where, ...all });
    const answer = await page.request.get(`${BOARD}/${call}?${query}`, { headers });
    const rows: { data: { total: number } | { total: number }[] } = await answer.json();
    const data = [rows.data].flat();
    expect(data.some(({ total }) => total > 0)).toBe(true);
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === `${BOARD}/${call}/download`);
    await (title === undefined
      ? page.getByRole('button', { name: 'Save or print' }).first()
      : card(page, title).getByRole('button', { name: /download/i })
    ).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /csv/i }).click(),
    ]);
    const { searchParams } = new URL((await requested).url());
    expect(
      ['package_name', 'fromDate', 'toDate', 'os_type', 'counts'].map((name) => searchParams.get(name)),
      title,
    ).toEqual([APP, range.fromDate, range.toDate, where.os, 'parts']);
    const text = readFileSync(await download.path(), 'utf8').replace(/^\u{FEFF}/u, '');
    const lines = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    expect(
      lines.map((line) => Number(line['Total'] ?? line['Primary'] ?? line['Non-primary'])),
      title,
    ).toEqual(data.map(({ total }) => total));
  }
});
