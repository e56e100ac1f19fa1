import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { writeAppsFlyerCsv } from '#demo/appsflyer-file.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { boardReady, card, figure, numberIn, person, picture, textOf, useBrowser } from './browser.ts';
import { type Ended, runBeside } from './server.ts';

/** An AppsFlyer export from the published column list, with faults planted, imported beside the running server. */
const PACKAGE = 'com.example.appsflyer';
const ROWS = 20_000;
const DAYS = 6;
const today = new Date().toISOString().slice(0, 10);
const last = addDays(today, -1);
const days = { from: addDays(last, 1 - DAYS), to: last };

/** What is wrong, and where it stands: line numbers of the file as an editor counts them. */
const PLANTED = [
  { line: 101, what: 'an unclosed quote', reason: /quote/i },
  { line: 5_001, what: 'a day that does not exist', reason: /not a moment that exists/i },
  { line: 12_345, what: 'missing fields', reason: /field|column/i },
] as const;

const browser = useBrowser();
const count = { rows: 0, byDay: new Map<string, number>(), byPublisher: new Map<string, number>() };
const headers = { authorization: person('admin').token };
let path: string;
let ended: Ended;
let page: Page;

/** Splits a line of CSV: commas outside of quotes. */
const cells = (line: string): string[] => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);

beforeAll(async () => {
  page = await browser.as('admin');
  path = join(inject('dataFolder'), 'installs.csv');
  await writeAppsFlyerCsv(path, { rows: ROWS, seed: 11, endDay: last, days: DAYS, dialect: 'display' });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = cells(lines[0] ?? '');
  const [installed, source] = [names.indexOf('Install Time'), names.indexOf('Media Source')];
  for (const line of lines.slice(1)) {
    const row = cells(line);
    const add = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
    count.rows += 1;
    add(count.byDay, (row[installed] ?? '').slice(0, 10));
    add(count.byPublisher, row[source] ?? '');
  }
  const model = lines[50] ?? '';
  const broken = [
    model.replace(/^click,/, 'click,"').replace(/^,/, ',"'),
    model.replaceAll(/\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d)/g, '2026-02-31 $1'),
    model.split(',').slice(0, 4).join(','),
  ];
  for (const [index, { line }] of PLANTED.entries()) lines.splice(line - 1, 0, broken[index] ?? '');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const made = await page.request.post('/api/config/package', {
    headers,
    data: { package_name: PACKAGE, package_title: 'Flyer', platform: 'app', time_zone: 'UTC', currency: 'USD' },
  });
  expect(made.status()).toBe(200);
});

describe('the command beside the running server', () => {
  it('imports the file and says how many records were taken and refused', async () => {
    ended = await runBeside(inject('dataFolder'), ['import', path, '--package', PACKAGE]);
    expect(ended.code, ended.output).toBe(0);
    const n = (value: number) => value.toLocaleString('en');
    expect(ended.output).toContain('appsflyer');
    expect(ended.output).toContain(
      `${n(ROWS + PLANTED.length)} records: ${n(ROWS)} accepted, ${n(PLANTED.length)} rejected`,
    );
  });

  it('names the detectors this file leaves blind, with the columns they would need', () => {
    const blind = ended.output.split('\n').filter((line) => line.startsWith('Blind: '));
    expect(blind.length).toBeGreaterThan(0);
    for (const line of blind) expect(line).toMatch(/^Blind: .+ \(needs .+\)$/);
    // Without the fields on request nobody knows when the store began.
    expect(blind.join('\n')).toMatch(/Click after the install began/);
  });

  it('refuses an unknown package, a missing file and a directory in one clear line, and imports nothing', async () => {
    for (const [args, said] of [
      [[path, '--package', 'no.such.package'], /not found/i],
      [[join(inject('dataFolder'), 'nowhere.csv'), '--package', PACKAGE], /nowhere\.csv|no such file/i],
      [[inject('dataFolder'), '--package', PACKAGE], /directory|folder/i],
    ] as const) {
      const refused = await runBeside(inject('dataFolder'), ['import', ...args]);
      expect(refused.code, refused.output).not.toBe(0);
      expect(refused.output).toMatch(said);
      expect(refused.output).not.toMatch(/at .*\.js:\d+/);
    }
  });
});

describe('the install board', () => {
  it('shows totals per day and publisher equal to an independent count over the file', async () => {
    await page.goto(`/app/dashboard/install?package=${PACKAGE}&from=${days.from}&to=${days.to}`);
    await boardReady(page);
    const fraud = await figure(page, 'Fraud');
    expect(await figure(page, 'Total')).toBe(count.rows);
    expect(fraud).toBeGreaterThan(0);
    expect((await figure(page, 'Clean')) + (await figure(page, 'Suspect')) + fraud).toBe(count.rows);
    await picture(page, 'appsflyer-install-board');

    const byDay = card(page, 'By date');
    await byDay.getByRole('button', { name: 'Show as table' }).click();
    const shown = await byDay.locator('tbody tr td:nth-child(2)').allTextContents();
    expect(shown.map(numberIn).sort()).toEqual([...count.byDay.values()].sort());

    const query = new URLSearchParams({ package_name: PACKAGE, fromDate: days.from, toDate: days.to, limit: '100' });
    const ask = async (call: string) =>
      (await (await page.request.get(`/api/v2/app/install/dashboard/${call}?${query}`, { headers })).json()).data;
    const total = (rows: { key: string; date: string; total: number }[], by: 'key' | 'date') =>
      new Map(rows.map((row) => [row[by], row.total]));
    expect(total(await ask('date-wise'), 'date')).toEqual(count.byDay);
    expect(total(await ask('fraud/publisher-wise'), 'key')).toEqual(count.byPublisher);
  });

  it('leads from the fraud number to as many installs', async () => {
    const fraud = await figure(page, 'Fraud');
    await page.locator('main section[aria-label=Fraud] a').click();
    await page.waitForURL(/\/traffic\/events/);
    const counted = page.locator('main p[aria-live] strong').first();
    await expect.poll(async () => numberIn(await textOf(counted))).toBe(fraud);
  });
});

describe('what was refused', () => {
  it('stands in a file with line and reason of each planted fault', async () => {
    await page.goto(`/traffic/import?package=${PACKAGE}`);
    await page.getByRole('link', { name: 'installs.csv' }).click();
    await page.locator('section[data-state=done]').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Rejected records/ }).click(),
    ]);
    const [head = '', ...rows] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split(/\r?\n/);
    const names = head
      .replace(/^\uFEFF/, '')
      .split(',')
      .map((name) => name.replaceAll('"', '').toLowerCase());
    expect(names).toEqual(expect.arrayContaining(['record', 'line', 'column', 'reason']));
    expect(rows).toHaveLength(PLANTED.length);
    const lineOf = (row: string[]): number => numberIn(row[names.indexOf('line')] ?? '');
    const refused = rows.map(cells).sort((a, b) => lineOf(a) - lineOf(b));
    PLANTED.forEach(({ line, what, reason }, index) => {
      const row = refused[index] ?? [];
      expect(lineOf(row), what).toBe(line);
      expect(row[names.indexOf('reason')], what).toMatch(reason);
    });
    await picture(page, 'appsflyer-import-result');
  });

  it('the page names the blind detectors too', async () => {
    await page.getByText(/Detectors that cannot look at this file/).waitFor();
  });
});
