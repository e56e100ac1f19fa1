import { beforeAll, describe, expect, it } from 'vitest';
import { daysBetween } from '#platform/contract/date-range.ts';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import type { BoardRow } from '../contract/rows.ts';
import { type BoardServer, boardServer, type Caller } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, type SeedRow, seedTraffic, stored } from '../testing/seed-traffic.ts';

const clickhouse = useClickHouse();
const seed = seedTraffic();
const [PACKAGE] = SEED_PACKAGES;
const CLICK = '/api/v2/web/click/dashboard';
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

type Parameters = Record<string, string | string[]>;

const asked = (more: Parameters): [string, string][] =>
  Object.entries({ package_name: PACKAGE, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to, ...more }).flatMap(
    ([name, value]) => [value].flat().map((each): [string, string] => [name, each]),
  );

const get = (path: string, more: Parameters = {}, as: Caller = 'admin') => server.get(path, asked(more), as);

async function body<T = { data: BoardRow[]; Total_pages: number; total: number }>(path: string, more: Parameters = {}) {
  const answer = await get(path, more);
  expect(answer.status, answer.body).toBe(200);
  const parsed: T = JSON.parse(answer.body);
  return parsed;
}

const rowsOf = async (path: string, more: Parameters = {}) => (await body(path, more)).data;
const totalsOf = async (path: string, more: Parameters = {}) => (await body<{ data: BoardRow }>(path, more)).data;

const clicks = (more: (row: SeedRow) => boolean = () => true): SeedRow[] =>
  seed.filter(
    (row) =>
      row.package === PACKAGE &&
      row.kind === 'click' &&
      row.verdict !== 'filtered' &&
      row.day >= SEED_RANGE.from &&
      row.day <= SEED_RANGE.to &&
      more(row),
  );

const add = (rows: readonly BoardRow[]): number => rows.reduce((sum, row) => sum + row.total, 0);
const addFraud = (rows: readonly BoardRow[]): number => rows.reduce((sum, row) => sum + row.fraud, 0);

describe('totals', () => {
  it('count one kind only, and equally in both variants [WEB-RULE-02] [WEB-GAP-07] [WEB-API-20]', async () => {
    const totals = await totalsOf(`${CLICK}/total`);
    expect(totals.total).toBe(clicks().length);
    expect(await totalsOf('/api/web-bi/click/plots/counts')).toEqual(totals);
    expect(await totalsOf('/api/web-bi/plots/counts', { dashboard_type: 'Click' })).toEqual(totals);
    expect(await totalsOf('/api/web-bi/plots/counts', { dashboard_type: 'Visit' })).toEqual(
      await totalsOf('/api/v2/web/visit/dashboard/total'),
    );
  });

  it('show what the fraud costs apart by currency, to the last digit', async () => {
    const micros = (currency: string) =>
      clicks((row) => row.verdict === 'fraud' && row.currency === currency)
        .map((row) => Math.round(Number(row.cost) * 1e6))
        .reduce((sum, cost) => sum + cost, 0);
    const { cost_at_risk = {} } = await totalsOf(`${CLICK}/total`);
    const got = Object.fromEntries(
      Object.entries(cost_at_risk).map(([currency, amount]) => [currency, Math.round(Number(amount) * 1e6)]),
    );
    expect(got).toEqual({ EUR: micros('EUR'), USD: micros('USD') });
  });

  it('stand beside the period before when asked', async () => {
    const range = { fromDate: '2024-03-18', toDate: '2024-03-24' };
    const { data, meta } = await body<{ data: BoardRow; meta: { previous: unknown } }>(`${CLICK}/total`, {
      ...range,
      compare: 'previous',
    });
    expect(meta.previous).toEqual({ from: '2024-03-11', to: '2024-03-17' });
    expect(data.previous?.total).toBe(clicks((row) => row.day <= '2024-03-17').length);
    const days = await rowsOf(`${CLICK}/date-wise`, { ...range, compare: 'previous' });
    expect(days[0]?.previous?.total).toBe(clicks((row) => row.day === '2024-03-11').length);
    const [top] = await rowsOf(`${CLICK}/publisher-wise`, { ...range, compare: 'previous' });
    expect(top?.previous?.total).toBe(clicks((row) => row.day <= '2024-03-17' && row.publisher === top?.key).length);
  });

  it('set the same weekdays of a year before beside the range, where there are any', async () => {
    const at = (day: string, verdict: string) => ({
      package: 'year.example',
      kind: 'click',
      ts: `${day} 12:00:00.000`,
      verdict,
    });
    await clickhouse.insert('traffic', [
      ...['2024-03-11', '2024-03-12', '2024-03-12'].map((day) => at(day, 'clean')),
      // 364 days before the first day, a Monday like it, and one day outside the compared week.
      ...['2023-03-13', '2023-03-13', '2023-03-19'].map((day) => at(day, 'fraud')),
      at('2023-03-20', 'fraud'),
    ]);
    const range = { package_name: 'year.example', fromDate: '2024-03-11', toDate: '2024-03-17', compare: 'year' };
    const totals = await body<{ data: BoardRow; meta: { previous: unknown } }>(`${CLICK}/total`, range);
    expect(totals.meta.previous).toEqual({ from: '2023-03-13', to: '2023-03-19' });
    expect(totals.data).toMatchObject({ total: 3, previous: { total: 3, fraud: 3 } });
    const days = await rowsOf(`${CLICK}/date-wise`, range);
    expect(days.map(({ previous }) => previous?.total)).toEqual([2, 0, 0, 0, 0, 0, 1]);
  });
});

describe('series', () => {
  it('hold one row per day, zero where there was no traffic, and add up [WEB-API-06]', async () => {
    const days = await rowsOf(`${CLICK}/date-wise`);
    expect(days).toHaveLength(daysBetween(SEED_RANGE.from, SEED_RANGE.to) + 1);
    expect(days.filter((row) => row.total === 0).map((row) => row.date)).toEqual(['2024-03-20', '2024-03-21']);
    expect(add(days)).toBe(clicks().length);
    // The clocks are put forward on this day: it has 23 hours in the reporting time zone.
    expect(days.find((row) => row.date === '2024-03-31')?.total).toBe(clicks((row) => row.day === '2024-03-31').length);
  });

  it('add up to the same by week and by month [WEB-API-07] [WEB-API-08] [WEB-API-21]', async () => {
    const weeks = await rowsOf(`${CLICK}/week-wise`);
    expect(weeks.map((row) => row.week)).toEqual(['2024-03-11', '2024-03-18', '2024-03-25', '2024-04-01']);
    const months = await rowsOf(`${CLICK}/month-wise`);
    expect(months.map((row) => row.month)).toEqual(['2024-03', '2024-04']);
    expect([add(weeks), add(months)]).toEqual([clicks().length, clicks().length]);
    const fraud = clicks((row) => row.verdict === 'fraud').length;
    for (const plot of ['fraud_trend_date', 'fraud_trend_month', 'fraud_trend_publisher']) {
      const rows = await rowsOf(`/api/web-bi/click/plots/${plot}`);
      expect(addFraud(rows)).toBe(fraud);
    }
  });

  it('so far never fall, and each day is what came until then [WEB-API-16]', async () => {
    const rows = await rowsOf('/api/web-bi/plots/cumulative_impression_trend');
    expect(rows).toHaveLength(daysBetween(SEED_RANGE.from, SEED_RANGE.to) + 1);
    rows.slice(1).forEach((row, index) => {
      expect(row.total).toBeGreaterThanOrEqual(rows[index]?.total ?? 0);
    });
    const days = await rowsOf('/api/v2/web/impression/dashboard/date-wise');
    expect(rows.map(({ total, fraud }) => [total, fraud])).toEqual(
      days.map((_, index) => [add(days.slice(0, index + 1)), addFraud(days.slice(0, index + 1))]),
    );
  });

  it('of reasons hold every reason on every day [WEB-API-14]', async () => {
    const rows = await rowsOf('/api/v2/web/impression/dashboard/fraud_reason_trend');
    const names = new Set(rows.map((row) => row.key));
    expect(rows).toHaveLength(names.size * (daysBetween(SEED_RANGE.from, SEED_RANGE.to) + 1));
    const { fraud } = await totalsOf('/api/v2/web/impression/dashboard/total');
    expect(addFraud(rows)).toBe(fraud);
  });
});

describe('breakdowns', () => {
  it('of categories add up to the fraud, and sub-categories to their category [WEB-API-02] [WEB-API-03]', async () => {
    const categories = await rowsOf(`${CLICK}/fraud-category`);
    const subs = await rowsOf(`${CLICK}/fraud-sub-category`);
    expect(categories.reduce((sum, row) => sum + row.fraud, 0)).toBe(clicks((row) => row.verdict === 'fraud').length);
    for (const category of categories) {
      const parts = subs.filter((row) => row.key.startsWith(`${category.key}.`));
      expect(parts.reduce((sum, row) => sum + row.fraud, 0)).toBe(category.fraud);
    }
    expect(categories.find((row) => row.key === 'bot')?.name).toBe('Bots and invalid clients');
  });

  it('have shares that make a hundred [APP-API-07]', async () => {
    const rows = await rowsOf('/api/v2/app/install/dashboard/fraud-sub-category-percent');
    expect(rows.reduce((sum, row) => sum + (row.percentage ?? 0), 0)).toBeCloseTo(100, 0);
  });

  it('of top publishers are five, in order [WEB-API-04] [WEB-API-05] [WEB-API-22] [CONST-07]', async () => {
    const count = (name: string, fraud: boolean) =>
      clicks((row) => row.publisher === name && (row.verdict === 'fraud') === fraud).length;
    for (const [path, measure] of [
      ['top-publisher/clean', 'clean'],
      ['top-publisher/invalid', 'fraud'],
    ] as const) {
      const rows = await rowsOf(`${CLICK}/${path}`);
      expect(rows).toHaveLength(5);
      expect(rows.map((row) => row[measure])).toEqual(rows.map((row) => count(row.key, measure === 'fraud')));
      expect(rows.map((row) => row[measure])).toEqual(rows.map((row) => row[measure]).sort((a, b) => b - a));
    }
  });

  it('say when there are too few events and how sure the percentage is', async () => {
    for (const row of await rowsOf(`${CLICK}/placement-wise`)) {
      expect(row.too_few).toBe(row.total < 30);
      expect(row.wilson_low).toBeLessThanOrEqual(row.fraud_percentage);
      expect(row.wilson_high).toBeGreaterThanOrEqual(row.fraud_percentage);
    }
  });
});

describe('tables', () => {
  it('go by pages and are searched and sorted on the server [WEB-API-09] [WEB-ENT-01] [WEB-UI-04]', async () => {
    const first = await body(`${CLICK}/publisher-wise`, { limit: '3' });
    const second = await body(`${CLICK}/publisher-wise`, { limit: '3', pageNo: '2' });
    const count = new Set(clicks().map((row) => row.publisher)).size;
    expect(first).toMatchObject({ Total_pages: Math.ceil(count / 3), total: count });
    expect(second.data.map((row) => row.key)).not.toEqual(first.data.map((row) => row.key));
    expect((await rowsOf(`${CLICK}/publisher-wise`, { search: 'GAMMA,' })).map((row) => row.key)).toEqual([
      'gamma, inc',
    ]);
    expect(await rowsOf(`${CLICK}/publisher-wise`, { search: '%' })).toEqual([]);
    const names = (await rowsOf(`${CLICK}/publisher-wise`, { sort: 'name' })).map((row) => row.key);
    expect(names).toEqual([...names].sort());
  });

  it('know how many rows there are even behind the last page', async () => {
    const total = new Set(clicks().map((row) => row.publisher)).size;
    const answer = await body(`${CLICK}/publisher-wise`, { page: '99' });
    expect(answer).toMatchObject({ data: [], total, Total_pages: Math.ceil(total / 10) });
  });

  it('of sub-publishers begin with the most fraud, whosever they are; by name they lie under their publisher', async () => {
    const at = '/api/v2/app/install/dashboard/sub-publisher-wise';
    const fraud = (await rowsOf(at, { limit: '100' })).map((row) => row.fraud);
    expect(fraud).toEqual([...fraud].sort((a, b) => b - a));
    const publishers = (await rowsOf(at, { limit: '100', sort: 'name' })).map((row) => row.publisher ?? '');
    expect(publishers).toEqual([...publishers].sort());
  });
});

describe('questions', () => {
  it('are understood in both spellings of the range [FLT-GAP-02]', async () => {
    const other = { fromDate: [], toDate: [], start_date: SEED_RANGE.from, end_date: SEED_RANGE.to };
    expect(await totalsOf(`${CLICK}/total`, other)).toEqual(await totalsOf(`${CLICK}/total`));
    expect((await get(`${CLICK}/total`, { start_date: '2024-03-12' })).status).toBe(400);
  });

  it.each([
    ['a reversed range', { fromDate: '2024-03-20', toDate: '2024-03-11' }, 422, 'range_reversed'],
    ['a range before the history', { fromDate: '2023-12-31' }, 422, 'range_beyond_history'],
    ['a range in the future', { toDate: '2024-04-09' }, 422, 'refused'],
    ['a missing range', { fromDate: [] }, 400, 'malformed'],
    ['a day that does not exist', { fromDate: '2024-02-30' }, 400, 'malformed'],
    ['an unknown parameter', { publsher: 'alpha' }, 400, 'unknown_parameter'],
    ['a page that is not a number', { page: 'first' }, 422, 'refused'],
  ] satisfies [string, Parameters, number, string][])('with %s are refused', async (_what, more, status, code) => {
    const answer = await get(`${CLICK}/total`, more);
    expect({ status: answer.status, code: JSON.parse(answer.body).code }).toEqual({ status, code });
  });

  it('reach back from the newest event when the data of a package are old', async () => {
    const later = await boardServer(clickhouse, { today: '2026-11-21' });
    expect((await later.get(`${CLICK}/total`, asked({}))).status).toBe(200);
    expect((await later.get(`${CLICK}/total`, asked({ fromDate: '2024-01-01' }))).status).toBe(422);
  });

  it('are narrowed by any dimension, alone or together', async () => {
    const { total } = await totalsOf(`${CLICK}/total`, {
      publisher: ['gamma, inc', 'alpha'],
      channel: 'display,search',
    });
    const expected = clicks(
      (row) => ['gamma, inc', 'alpha'].includes(row.publisher) && ['display', 'search'].includes(row.channel),
    );
    expect(total).toBe(expected.length);
    const unnamed = await totalsOf(`${CLICK}/total`, { channel: '(not reported)' });
    expect(unnamed.total).toBe(clicks((row) => row.channel === '').length);
  });
});
