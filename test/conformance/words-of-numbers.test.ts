import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { BASES, isOfBase, labelIn } from '#analytics/contract/base.ts';
import { type Board, isAboutVerdicts } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { downloadEndpoint, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { namesInRows } from '#analytics/contract/measure.ts';
import { MEASURES, type MeasureName } from '#analytics/contract/measures.ts';
import { barsOf } from '#analytics/contract/prepare/bars.ts';
import { figuresOf } from '#analytics/contract/prepare/figures.ts';
import { tonesIn } from '#analytics/contract/prepare/parts.ts';
import { sumRows } from '#analytics/contract/prepare/sum-rows.ts';
import { seriesChart } from '#analytics/contract/prepare/time-charts.ts';
import { type BoardAnswer, type BoardRow, columnsIn, rowsOf } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { type BoardServer, boardServer } from '#analytics/testing/board-server.ts';
import { behind, between, countsOf, type Range, withStanding } from '#analytics/testing/counted.ts';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { sample } from '../support/sample.ts';
import { useApp } from '../support/use-app.ts';
import { COUNTED, costOf, DEFINITIONS, micros, of, type Value } from './meanings.ts';

/** One word, one number: every name of a number is held to its definition, wherever the number is shown. */
const app = useApp();
const seed = seedTraffic();
const WEEK: Range = { from: '2024-03-18', to: '2024-03-24' };
const TODAY = '2024-04-02';
/** The packages of the seed, and what they count suspect events as where an answer has two parts. */
const PACKAGES = [
  { name: SEED_PACKAGES[0], suspectCountsAs: 'clean' },
  { name: SEED_PACKAGES[1], suspectCountsAs: 'fraud' },
] as const;
const servers = new Map<string, BoardServer>();
let token = '';

beforeAll(async () => {
  const { clickhouse } = app.context;
  await clickhouse.insert('traffic', seed.map(stored));
  for (const { name, suspectCountsAs } of PACKAGES) {
    await app.package({ name, timeZone: SEED_ZONE });
    const as = [name, suspectCountsAs];
    await app.context.database.pool.query('UPDATE package SET suspect_counts_as = $2 WHERE name = $1', as);
    servers.set(name, await boardServer(clickhouse, { today: TODAY, suspectCountsAs }));
  }
  token = await app.signIn({ email: 'reader@own.example', role: 'customer', packages: [...SEED_PACKAGES], name: 'r' });
});

const NAMES = Object.keys(MEASURES) as MeasureName[];
const boards = BOARDS.filter(isAboutVerdicts);

it('every measure has a definition here, and every card that looks at some events only says which', () => {
  expect(Object.keys(DEFINITIONS).toSorted()).toEqual(NAMES.toSorted());
  for (const { widgets } of boards)
    for (const { id, standing, base } of widgets)
      expect([id, base !== undefined]).toEqual([id, standing !== undefined]);
});

it('the words of screens and help are those of the declarations, in every language one word for each number', () => {
  const texts = (locale: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(join(import.meta.dirname, `../../src/analytics/web/i18n/fields.${locale}.json`), 'utf8'));
  const english = texts('en');
  for (const name of NAMES) {
    const { label, description } = MEASURES[name];
    expect([english[`measure.${name}`], english[`meaning.${name}`]]).toEqual([label, description]);
  }
  for (const [name, { label, of: part, description }] of Object.entries(BASES))
    expect([`base.${name}`, `base_of.${name}`, `base_meaning.${name}`].map((key) => english[key])).toEqual([
      label,
      part,
      description,
    ]);
  for (const locale of LOCALE_CODES) {
    const words = texts(locale);
    const names = [...NAMES.map((name) => `measure.${name}`), ...Object.keys(BASES).map((base) => `base.${base}`)];
    expect(new Set(names.map((key) => words[key])).size, locale).toBe(names.length);
  }
});

it('a reason, a category and a field have one name on boards, in the list of events and in the card', () => {
  const textsOf = (path: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../../src', path), 'utf8'));
  for (const locale of LOCALE_CODES) {
    const boards = textsOf(`analytics/web/i18n/fields.${locale}.json`);
    const events = textsOf(`traffic/event/web/i18n/traffic.${locale}.json`);
    // Boards call a reason what the specification calls it: the sub-category of a category.
    const shared = Object.keys(boards).filter((key) => key in events && key !== 'dimension.reason');
    expect(shared.length).toBeGreaterThan(80);
    expect(shared.filter((key) => boards[key] !== events[key])).toEqual([]);
  }
});

it('no text says that clean and fraud alone are the total', () => {
  const src = join(import.meta.dirname, '../../src');
  const said = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /web\/i18n\/[a-z-]+\.en\.json$/.test(path))
    .flatMap((path) => Object.entries<string>(JSON.parse(readFileSync(join(src, path), 'utf8'))))
    .filter(([, text]) => /clean and fraud/i.test(text));
  expect(said).toEqual([]);
});

type Parameters = Readonly<Record<string, string>>;

async function ask(board: Board, widget: Widget, name: string, range: Range, more: Parameters, file = false) {
  const endpoint = file ? downloadEndpoint(board, widget) : widgetEndpoint(board, widget);
  const all: Parameters = widget.shape === 'table' ? { limit: '500' } : {};
  const asked = { package_name: name, fromDate: range.from, toDate: range.to, ...all, ...more };
  const answer = await servers.get(name)?.get(endpoint.path, Object.entries(asked));
  expect(answer?.status, answer?.body).toBe(200);
  return answer?.body ?? '';
}

async function rowsFor(board: Board, widget: Widget, name: string, range: Range, counts: string): Promise<BoardRow[]> {
  const answer: BoardAnswer = widgetEndpoint(board, widget).response.parse(
    JSON.parse(await ask(board, widget, name, range, { counts })),
  );
  return rowsOf(answer) as BoardRow[];
}

/** What a number of an answer says, in the form of the definitions. */
const told = (value: unknown): Value =>
  typeof value === 'object' && value !== null ? micros(value as Record<string, string>) : (value as Value);

function expectSame(found: Value, meant: Value, where: string): void {
  if (meant === undefined) return;
  if (typeof meant === 'number' && typeof found === 'number') expect(found, where).toBeCloseTo(meant, 1);
  else expect(found, where).toEqual(meant);
}

describe.each(boards)('the numbers of board $id', (board) => {
  const cards = sample('cards held to their words', board.widgets, Math.ceil(board.widgets.length / 2), board.id);
  it.each(cards)('$id are what their names say in the answer, the file and the card', async (widget) => {
    const [{ name } = PACKAGES[0]] = sample('packages', PACKAGES, 1, `${board.id} ${widget.id}`);
    const rows = await rowsFor(board, widget, name, WEEK, 'parts');
    const seen = withStanding(between(seed, board, name, WEEK), widget);
    const groups = rows.map((row) => ({ row, events: behind(seen, widget, row) }));
    const whole = groups.flatMap(({ events }) => events);
    const names = namesInRows<MeasureName>(MEASURES, widget.extra);
    for (const { row, events } of groups)
      for (const measure of names)
        expectSame(told(row[measure]), DEFINITIONS[measure](events, whole), `${name} ${row.name} ${measure}`);

    const [head = [], ...lines] = Papa.parse<string[]>(
      (await ask(board, widget, name, WEEK, { counts: 'parts' }, true)).replace(/^\u{FEFF}/u, ''),
      { skipEmptyLines: true },
    ).data;
    expect(new Set(head).size).toBe(head.length);
    for (const measure of names.filter((each) => MEASURES[each].unit === 'events')) {
      const at = head.indexOf(labelIn(measure, MEASURES[measure], widget));
      expect(lines.map((line) => Number(line[at]))).toEqual(
        groups.map(({ events }) => DEFINITIONS[measure](events, whole)),
      );
    }
    drawnAsNamed(widget, rows, groups);
  });
});

/** Charts, bars, tiles and totals draw each number under the name of the measure it is. */
function drawnAsNamed(
  widget: Widget,
  rows: readonly BoardRow[],
  groups: readonly { row: BoardRow; events: readonly SeedRow[] }[],
): void {
  const named = (measure: string): MeasureName => NAMES.find((each) => each === measure) ?? 'total';
  const meant = (measure: string) => groups.map(({ events }) => DEFINITIONS[named(measure)](events, []));
  if (widget.shape === 'series') {
    const words = { measure: (measure: string) => measure, row: () => '', other: '', previous: '' };
    const context = { all: MEASURES, meta: { today: TODAY, ...WEEK }, provisional: TODAY, words };
    for (const { name, values } of seriesChart(rows, widget, context).series) expect(values).toEqual(meant(name));
  }
  if (widget.shape === 'breakdown') {
    const bars = barsOf(rows, widget, MEASURES, rows.length + 1);
    expect(bars.items.map(({ value }) => value)).toEqual(meant(bars.leading));
    for (const tone of tonesIn(widget.measures))
      expect(bars.items.map(({ parts }) => parts.find((part) => part.tone === tone)?.value)).toEqual(meant(tone));
  }
  if (widget.shape === 'totals')
    for (const { measure, value } of figuresOf(rows[0] ?? { key: '', name: '' }, widget.measures, [], {
      suspectIn: 'apart',
      all: MEASURES,
      provisional: TODAY,
    }))
      if (value.kind === 'count') expect([value.value]).toEqual(meant(measure));
  const sum = sumRows(rows, MEASURES);
  const events = groups.flatMap((group) => group.events);
  for (const measure of COUNTED) if (!widget.cumulative) expect(sum[measure]).toBe(DEFINITIONS[measure](events, []));
}

it('calls in two parts put suspect events where the package says, and their files say so in the column', async () => {
  // A board about some events only calls its numbers after them.
  const whole = boards.filter(({ widgets: [{ standing }] }) => standing === undefined);
  for (const board of sample('boards', whole, 2, 'two parts'))
    for (const { name, suspectCountsAs } of PACKAGES) {
      const [widget] = board.widgets;
      const answer = JSON.parse(await ask(board, widget, name, SEED_RANGE, {}));
      expect(answer.meta.suspect_counts_as).toBe(suspectCountsAs);
      const events = between(seed, board, name, SEED_RANGE);
      const { total, clean, suspect, fraud } = countsOf(events);
      const inClean = suspectCountsAs === 'clean' ? suspect : 0;
      expect(answer.data).toMatchObject({ total, clean: clean + inClean, fraud: fraud + suspect - inClean, suspect });
      const [head = ''] = (await ask(board, widget, name, SEED_RANGE, {}, true)).split('\n');
      for (const measure of ['clean', 'clean_percentage', 'fraud', 'fraud_percentage', 'cost_at_risk'] as const) {
        const { label, of: counts } = MEASURES[measure];
        expect(head.includes(`${label} (with suspect)`), `${measure} of ${name}`).toBe(counts === suspectCountsAs);
      }
    }
});

it('a share of some events is never called like the share of all', () => {
  for (const { widgets } of boards)
    for (const widget of widgets.filter(({ base }) => base !== undefined))
      for (const { field, label, description } of columnsIn<MeasureName>(MEASURES, widget)) {
        const measure = NAMES.find((each) => each === field);
        if (!measure || !isOfBase(measure, MEASURES[measure])) continue;
        expect(label).not.toBe(MEASURES[measure].label);
        expect(description).not.toBe(MEASURES[measure].description);
      }
});

it('the site itself is a publisher with numbers, and no source that anybody could blame', async () => {
  await app.package({ name: 'site.example', timeZone: SEED_ZONE });
  const site = await app.signIn({ email: 'site@own.example', role: 'customer', packages: ['site.example'], name: 's' });
  const event = { package: 'site.example', kind: 'click', ts: '2024-03-12 12:00:00.000', verdict: 'fraud' };
  await app.context.clickhouse.insert(
    'traffic',
    ['internal', 'news.example'].map((publisher) => ({ ...event, publisher, sub_publisher: 'page' })),
  );
  const named = async (path: string) => {
    const days = { package_name: 'site.example', fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
    const { data } = (await app.get(`${path}?${new URLSearchParams(days)}`, site)).body;
    return data.map(({ publisher }: { publisher: string }) => publisher).toSorted();
  };
  expect(await named('/api/traffic/publishers')).toEqual(['internal', 'news.example']);
  expect(await named('/api/traffic/sources')).toEqual(['news.example']);
});

it('lists of publishers and sources, the page of a publisher and that of costs count and reckon by the same words', async () => {
  for (const { name } of PACKAGES) {
    const days = { package_name: name, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
    const get = async (path: string, more: Parameters = {}) => {
      const { status, body, text } = await app.get(`${path}?${new URLSearchParams({ ...days, ...more })}`, token);
      expect(status, text).toBe(200);
      return body;
    };
    const events = seed.filter((row) => row.package === name && row.day >= SEED_RANGE.from && row.day <= SEED_RANGE.to);
    const paidFor = (rows: readonly SeedRow[]) => ({
      spend: costOf(of(rows, ...COUNTED)),
      at_risk: costOf(of(rows, 'fraud')),
      suspect_cost: costOf(of(rows, 'suspect')),
    });
    const paidIn = ({ money }: { money: Paid }) => ({
      spend: micros(money.spend),
      at_risk: micros(money.at_risk),
      suspect_cost: micros(money.suspect_cost),
    });
    const { kinds } = await get('/api/traffic/publishers');
    const ofKinds = await Promise.all(
      kinds.map(async ({ kind }: { kind: string }) =>
        (await get('/api/traffic/publishers', { kind })).data.map((row: object) => ({ ...row, kind })),
      ),
    );
    for (const row of ofKinds.flat()) {
      const own = events.filter(({ publisher, kind }) => publisher === row.publisher && kind === row.kind);
      const { total, clean, suspect, fraud } = countsOf(own);
      expect([row.events, row.verdicts]).toEqual([total, { clean, suspect, fraud }]);
      expect(paidIn(row)).toEqual(paidFor(own));
    }
    for (const row of (await get('/api/traffic/sources', { limit: '100' })).data) {
      const own = events.filter((each) => each.publisher === row.publisher && each.sub_publisher === row.sub_publisher);
      const { total, suspect, fraud } = countsOf(own);
      expect([row.events, row.suspect, row.fraud]).toEqual([total, suspect, fraud]);
      expect(paidIn(row)).toEqual(paidFor(own));
    }
    const alpha = events.filter(({ publisher }) => publisher === 'alpha');
    const came = (await get('/api/traffic/publishers/profile', { publisher: 'alpha' })).data.kinds;
    expect(came.length).toBe(
      new Set(alpha.filter(({ verdict }) => verdict !== 'filtered').map(({ kind }) => kind)).size,
    );
    for (const { kind } of came) {
      const own = alpha.filter((row) => row.kind === kind);
      const { total, clean, suspect, fraud } = countsOf(own);
      const profile = (await get('/api/traffic/publishers/profile', { publisher: 'alpha', kind })).data;
      expect([profile.kind, profile.events, profile.verdicts]).toEqual([kind, total, { clean, suspect, fraud }]);
      expect(paidIn(profile)).toEqual(paidFor(own));
    }
    const money = (await get('/api/traffic/money')).data;
    expect(paidIn({ money })).toEqual(paidFor(events));
  }
});
