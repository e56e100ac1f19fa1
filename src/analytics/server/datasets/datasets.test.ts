import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import type { AnyBoard } from '../../contract/board.ts';
import { webVisit } from '../../contract/boards/web.ts';
import { drillTo } from '../../contract/drill.ts';
import { callsOf } from '../../contract/endpoints.ts';
import { derived, measures, percentOf } from '../../contract/measure.ts';
import type { Row } from '../../contract/rows.ts';
import type { Widget } from '../../contract/widget.ts';
import { type BoardServer, boardServer, CALLERS, type Caller } from '../../testing/board-server.ts';
import {
  FUNNEL,
  FUNNEL_BOARD,
  funnel,
  TOUCH_BOARD,
  TOUCH_COLUMNS,
  TOUCH_MEASURES,
  TOUCHES,
  type TouchName,
  touches,
  touchWidget,
} from '../../testing/other-datasets.ts';
import { SEED_PACKAGES, SEED_RANGE, SEED_ZONE, seedTraffic, stored } from '../../testing/seed-traffic.ts';
import { createAnswers } from '../answers.ts';
import { boardRoutes } from '../board-routes.ts';
import { compile } from '../compile.ts';
import type { Question } from '../question.ts';
import { createRunWidget } from '../run-widget.ts';
import { sampleQuestion } from '../sql-text.ts';
import { datasetSql } from './dataset-sql.ts';

const [PACKAGE, OTHER] = SEED_PACKAGES;
const DAYS = ['2024-03-04', '2024-03-05', '2024-03-13'];
const PARTNERS = ['alpha', 'beta', ''];
const paidRows = Array.from({ length: 240 }, (_, n) => ({
  shop: n % 5 === 4 ? OTHER : PACKAGE,
  at: `${DAYS[n % 3]} 12:00:00`,
  partner: PARTNERS[n % 4] ?? 'gamma, inc',
  campaign: `c${n % 7}`,
  who: `p${n % 11}`,
  sale: n % 6 === 0,
  paid: n % 2 === 0 ? '0.100001' : '2.5',
  currency: n % 2 === 0 ? 'EUR' : 'JPY',
}));
const seed = seedTraffic();
const tables = { touches, funnel };
const clickhouse = useClickHouse();
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.command(
    sql`CREATE TABLE touches (shop String, at DateTime('UTC'), partner LowCardinality(String), campaign String,
      who String, sale Bool, paid Decimal(18, 6), currency String) ENGINE = MergeTree ORDER BY (shop, at)`,
  );
  await clickhouse.insert('touches', paidRows);
  await clickhouse.insert('traffic', seed.map(stored));
  const calls = [...callsOf(TOUCH_BOARD), ...callsOf(FUNNEL_BOARD)];
  server = await boardServer(clickhouse, {
    today: '2024-04-02',
    routes: (deps) => boardRoutes(deps, createRunWidget(deps.clickhouse, tables), calls),
  });
});

const RANGE = { fromDate: '2024-03-04', toDate: '2024-03-17' };
const get = (path: string, more: Record<string, string> = {}, as: Caller = 'admin') =>
  server.get(path, Object.entries({ package_name: PACKAGE, ...RANGE, ...more }), as);

async function rowsOf(path: string, more: Record<string, string> = {}, as: Caller = 'admin'): Promise<Row[]> {
  const { status, body } = await get(path, more, as);
  expect(status, body).toBe(200);
  const { data }: { data: Row | Row[] } = JSON.parse(body);
  return [data].flat();
}

const own = (more: (row: (typeof paidRows)[number]) => boolean = () => true) =>
  paidRows.filter((row) => row.shop === PACKAGE && more(row));
const API = TOUCH_BOARD.api;

function questionOf(board: AnyBoard, asked: Widget<TouchName>): Question {
  const sample = sampleQuestion(board, asked);
  const info = { ...sample.info, package_name: PACKAGE, time_zone: SEED_ZONE };
  return { ...sample, info, filters: { ...sample.filters, from: RANGE.fromDate, to: RANGE.toDate } };
}

describe('a dataset over a table of its own', () => {
  it('counts its own measures, derives others of them and keeps currencies apart', async () => {
    const [totals] = await rowsOf(`${API}/total`);
    const cents = (currency: string) => own((row) => row.currency === currency).length;
    expect(totals).toEqual({
      total: own().length,
      converted: own((row) => row.sale).length,
      conversion: Math.round((10_000 * own((row) => row.sale).length) / own().length) / 100,
      spend: { EUR: `${(cents('EUR') * 100_001) / 1e6}`, JPY: String(cents('JPY') * 2.5) },
      people: 11,
    });
  });

  it('adds days to weeks, money too, and shows days without rows as nothing', async () => {
    const days = await rowsOf(`${API}/days`);
    expect(days).toHaveLength(14);
    expect(days.find(({ date }) => date === '2024-03-06')).toMatchObject({ total: 0, conversion: 0, spend: {} });
    const weeks = await rowsOf(`${API}/weeks`);
    const first = own((row) => row.at < '2024-03-11');
    expect(weeks.map(({ week, total }) => [week, total])).toEqual([
      ['2024-03-04', first.length],
      ['2024-03-11', own().length - first.length],
    ]);
    expect(weeks[0]?.['spend']).toMatchObject({
      JPY: String(first.filter((row) => row.currency === 'JPY').length * 2.5),
    });
  });

  it('orders by derived measures and tells the part of each row', async () => {
    const rows = await rowsOf(`${API}/campaigns`);
    const rates = rows.map((row) => Number(row['conversion']));
    expect(rows).toHaveLength(7);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
    expect(rows.reduce((sum, row) => sum + Number(row['part']), 0)).toBeCloseTo(100, 0);
  });

  it('draws a line per leading name over the whole range', async () => {
    const [lead] = (await rowsOf(`${API}/campaigns`)).sort((a, b) => Number(b['converted']) - Number(a['converted']));
    const names = new Set((await rowsOf(`${API}/leading`)).map(({ key }) => key));
    expect(names.size).toBe(1);
    expect(own((row) => row.sale && names.has(row.campaign))).toHaveLength(Number(lead?.['converted']));
  });

  it('compares what may be compared with the period before', async () => {
    const later = { fromDate: '2024-03-11', toDate: '2024-03-17', compare: 'previous' };
    const [totals] = await rowsOf(`${API}/total`, later);
    const before = own((row) => row.at < '2024-03-11');
    expect(totals?.previous).toEqual({
      total: before.length,
      conversion: Math.round((10_000 * before.filter((row) => row.sale).length) / before.length) / 100,
    });
  });

  it('pages and sorts its tables, and refuses an order and a filter it does not have', async () => {
    const pages = await Promise.all(
      ['1', '2'].map((page) => rowsOf(`${API}/list`, { page, sort: 'name', order: 'asc' })),
    );
    const keys = pages.flat().map(({ publisher, key }) => `${publisher} ${key}`);
    expect(new Set(keys).size).toBe(6);
    expect((await get(`${API}/list`, { sort: 'fraud' })).status).toBe(400);
    expect((await get(`${API}/list`, { brand: 'x' })).status).toBe(400);
    expect((await get(`${API}/list`, { vendor: 'x' })).status).toBe(400);
  });

  it('is written to files under the labels of its measures', async () => {
    const file = await get(`${API}/list/download`);
    const [head, ...lines] = Papa.parse<string[]>(file.body.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true }).data;
    expect(head).toEqual(['Publisher', 'Campaign', 'Touches', 'Converted', 'Conversion', 'Spend']);
    expect(lines).toHaveLength(new Set(own().map((row) => `${row.partner} ${row.campaign}`)).size);
  });

  it('cannot add up distinct persons of several days', async () => {
    const weeks = touchWidget({ id: 'weeks', shape: 'series', grain: 'week', extra: ['people'] });
    const question = questionOf(TOUCH_BOARD, weeks);
    await expect(createRunWidget(clickhouse, tables)(systemScope(), question)).rejects.toThrow('cannot be added up');
  });
});

describe('whose rows a dataset shows', () => {
  it('is decided by the columns its table names: own package, own publishers', async () => {
    const rows = await rowsOf(`${API}/total`, {}, 'publisher');
    expect(rows[0]?.['total']).toBe(own((row) => ['alpha', 'gamma, inc'].includes(row.partner)).length);
    expect((await get(`${API}/total`, {}, 'stranger')).status).toBe(403);
    expect((await get(`${API}/total`, { package_name: OTHER }, 'customer')).status).toBe(403);
    expect((await get(`${API}/total`, { publisher: 'beta' }, 'publisher')).status).toBe(403);
  });

  it('is nothing for a publisher where the table knows none', async () => {
    const without = { ...touches, columns: { ...touches.columns, publisher: 'none' as const } };
    const run = createRunWidget(clickhouse, { touches: without });
    const question = questionOf(TOUCH_BOARD, TOUCH_BOARD.widgets[0]);
    const { rows } = await run(CALLERS.publisher, question);
    expect(rows[0]?.['total']).toBe(0);
    expect((await run(systemScope(), question)).rows[0]?.['total']).toBe(own().length);
  });

  it('is said by each row of every answer: rows of another package are refused', async () => {
    const query = compile(systemScope(), questionOf(TOUCH_BOARD, TOUCH_BOARD.widgets[0]), tables);
    const unscoped = { ...query, where: [sql`shop = ${typed('String', OTHER)}`] };
    await expect(createAnswers(clickhouse)(unscoped)).rejects.toThrow('rows of another package');
  });
});

describe('a funnel', () => {
  it('counts several kinds of one table beside each other', async () => {
    const range = { fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
    const rows = await rowsOf(`${FUNNEL_BOARD.api}/steps`, range);
    const among = (kind: string, publisher: string) =>
      seed.filter(
        (row) =>
          row.package === PACKAGE &&
          row.kind === kind &&
          row.publisher === publisher &&
          row.day >= SEED_RANGE.from &&
          row.day <= SEED_RANGE.to,
      ).length;
    expect(rows.length).toBeGreaterThan(2);
    for (const { key, total, visits, clicks, through } of rows) {
      const expected = { visits: among('visit', key), clicks: among('click', key) };
      expect({ visits, clicks }).toEqual(expected);
      expect(total).toBe(expected.visits + expected.clicks);
      expect(through).toBeCloseTo(percentOf(Math.min(expected.visits, expected.clicks), expected.visits), 1);
    }
  });

  it('leads nowhere in the list of events; verdicts of several kinds lead to events of all of them', () => {
    const context = { package_name: PACKAGE, ...SEED_RANGE, where: {} };
    const verdicts = { ...webVisit, dataset: { ...webVisit.dataset, kinds: FUNNEL.kinds } };
    const [steps] = FUNNEL_BOARD.widgets;
    expect(drillTo(FUNNEL_BOARD, steps, {}, context)).toBeNull();
    expect(drillTo(verdicts, webVisit.widgets[0], {}, context)?.kind).toEqual(FUNNEL.kinds);
    expect(drillTo(webVisit, webVisit.widgets[0], {}, context)?.kind).toEqual(['visit']);
  });
});

it('does not compile with a measure that nobody counts', () => {
  const [total, count] = [() => sql`count()`, () => sql`sum(1)`];
  const counted = { converted: count, spend: count, people: count };
  const written = { table: sql`touches`, columns: TOUCH_COLUMNS };
  expect(datasetSql(TOUCHES, { ...written, measures: { ...counted, total } })).toBeDefined();
  // @ts-expect-error no SQL for `total`
  expect(datasetSql(TOUCHES, { ...written, measures: counted })).toBeDefined();
  const { publisher: _left, ...columns } = TOUCH_COLUMNS;
  // @ts-expect-error nothing says whose a row is among publishers
  expect(datasetSql(TOUCHES, { ...written, columns, measures: { ...counted, total } })).toBeDefined();
  const missing = derived(['nobody'], ({ nobody }) => nobody, { label: '', unit: 'events', description: '' });
  // @ts-expect-error `nobody` is no counted measure
  expect(measures({ total: TOUCH_MEASURES.total, missing })).toBeDefined();
});
