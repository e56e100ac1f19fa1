import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Board } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { type Drillable, drillTo, verdictsOf } from '#analytics/contract/drill.ts';
import { BOARD_CALLS, downloadEndpoint, endpointsOf, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { type BoardAnswer, type BoardRow, columnsOf, rowsOf } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { compile } from '#analytics/server/compile.ts';
import { renderSql } from '#analytics/server/render-sql.ts';
import { sampleQuestion, sqlPathOf, sqlTextOf, statementsFor } from '#analytics/server/sql-text.ts';
import { type BoardServer, boardServer, CALLERS, type Caller } from '#analytics/testing/board-server.ts';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';

const clickhouse = useClickHouse();
const seed = seedTraffic();
const [PACKAGE] = SEED_PACKAGES;
const TODAY = '2024-04-02';
const RANGES = [SEED_RANGE, { from: '2024-03-18', to: '2024-03-24' }] as const;
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, { today: TODAY });
});

type Range = (typeof RANGES)[number];
const parameters = (range: Range, more: [string, string][] = []): [string, string][] => [
  ['package_name', PACKAGE],
  ['fromDate', range.from],
  ['toDate', range.to],
  ...more,
];

async function ask(board: Board, widget: Widget, range: Range, more: [string, string][] = [], as: Caller = 'admin') {
  const endpoint = widgetEndpoint(board, widget);
  const all: [string, string][] = widget.shape === 'table' ? [['limit', '500']] : [];
  const answer = await server.get(endpoint.path, parameters(range, [...all, ...more]), as);
  expect(answer.status, answer.body).toBe(200);
  const parsed: BoardAnswer = endpoint.response.parse(JSON.parse(answer.body));
  return { answer: parsed, rows: rowsOf(parsed) };
}

/** Counted here, without SQL. */
const among = (board: Board, range: Range, publishers?: ReadonlySet<string>): SeedRow[] =>
  seed.filter(
    (row) =>
      row.package === PACKAGE &&
      board.dataset.kinds.includes(row.kind) &&
      row.day >= range.from &&
      row.day <= range.to &&
      (!publishers || publishers.has(row.publisher)),
  );

const fieldOf = (row: SeedRow, name: DimensionName): string => {
  if (name === 'reason_group') return row.reason.split('.')[0] ?? '';
  return name in row ? String(row[name as keyof SeedRow]) : '';
};

const withStanding = (rows: SeedRow[], { standing = {} }: Widget): SeedRow[] =>
  rows.filter((row) =>
    Object.entries(standing).every(([name, values]) => values.includes(fieldOf(row, name as DimensionName))),
  );

const fraudOf = (rows: readonly SeedRow[]): number => rows.filter((row) => row.verdict === 'fraud').length;
const sum = (rows: readonly BoardRow[], field: Drillable): number => rows.reduce((total, row) => total + row[field], 0);
/** Rows that are parts of a whole: not the first five, not running totals. */
const complete = (widget: Widget): boolean =>
  !widget.cumulative && widget.shape !== 'trend' && (widget.shape === 'table' || widget.limit === undefined);

/** As files carry them (CONST-02). */
const DASHBOARD_IDS: Readonly<Record<string, string>> = {
  'web-visit': 'VISIT',
  'web-click': 'CLICK',
  'web-impression': 'IMPRESSION',
  'web-event': 'EVENT',
  'app-install': 'INSTALL',
  'app-event': 'EVENT',
  'app-re-click': 'RE_CLICK',
  'app-re-event': 'RE_EVENT',
  'app-click-impression': 'CLICK_IMPRESSION',
};

describe.each(BOARDS)('board $id', (board) => {
  it('asks the engine exactly what is committed', async () => {
    expect(sqlTextOf(board), 'run npm run sync and review the difference').toBe(
      await readFile(sqlPathOf(board), 'utf8'),
    );
  });

  it.each(board.widgets)('$id is a query the engine can plan', async (widget) => {
    const asIs = renderSql(compile(systemScope(), sampleQuestion(board, widget)));
    for (const query of [asIs, ...statementsFor(systemScope(), sampleQuestion(board, widget))])
      expect(await clickhouse.query(sql`EXPLAIN ${query}`)).not.toEqual([]);
  });

  it.each(board.widgets)(
    '$id counts what lies in the rows, and clean and fraud make the total [WEB-GAP-02]',
    async (widget) => {
      for (const range of RANGES) {
        const { rows } = await ask(board, widget, range);
        for (const row of rows) {
          expect(row.clean + row.fraud).toBe(row.total);
          expect(row.suspect).toBeLessThanOrEqual(row.clean);
        }
        if (!complete(widget)) continue;
        const expected = withStanding(among(board, range), widget);
        expect({ total: sum(rows, 'total'), fraud: sum(rows, 'fraud') }).toEqual({
          total: expected.length,
          fraud: fraudOf(expected),
        });
      }
    },
  );

  it.each(board.widgets)(
    '$id gives the same rows as a file, named as the board [DL-EXP-01] [DL-GAP-02]',
    async (widget) => {
      const { rows } = await ask(board, widget, SEED_RANGE);
      const file = await server.get(downloadEndpoint(board, widget).path, parameters(SEED_RANGE));
      expect(file.headers['content-type']).toContain('text/csv');
      const name = `${PACKAGE}_${SEED_RANGE.from}_To_${SEED_RANGE.to}_${DASHBOARD_IDS[board.id]}.csv`;
      expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
      const [head, ...lines] = Papa.parse<string[]>(file.body.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true }).data;
      const columns = columnsOf(widget);
      expect(head).toEqual(columns.map((column) => column.label));
      const texts = rows.map((row) => columns.map(({ field }) => asText(row[field])));
      expect(lines).toEqual(texts);
    },
  );

  it.each(board.widgets)('$id leads from each number to as many events', async (widget) => {
    const { rows } = await ask(board, widget, SEED_RANGE);
    const context = { package_name: PACKAGE, ...SEED_RANGE, where: {}, suspectCountsAs: 'clean' as const };
    for (const row of new Set([...rows.slice(0, 1), ...rows.slice(-1)])) {
      for (const measure of ['total', 'clean', 'fraud', 'suspect'] as const) {
        const named = widget.by ? row : { ...row, key: undefined };
        const target = drillTo(board, widget, named, context, measure);
        expect(target ? await eventsBehind(board, target) : 0, `${measure} of ${row.name}`).toBe(row[measure]);
      }
    }
  });

  it.each(board.widgets)('$id shows a publisher its own traffic only [FLT-GAP-03]', async (widget) => {
    const own = new Set(['alpha', 'gamma, inc', 'silent']);
    for (const more of [[], [['publisher', 'all']]] satisfies [string, string][][]) {
      const { rows } = await ask(board, widget, SEED_RANGE, more, 'publisher');
      if (widget.by === 'publisher') expect([...own]).toEqual(expect.arrayContaining(rows.map((row) => row.key)));
      if (!complete(widget)) continue;
      expect(sum(rows, 'total')).toBe(withStanding(among(board, SEED_RANGE, own), widget).length);
    }
  });

  it('has its calls only under its own path', () => {
    for (const endpoint of endpointsOf(board)) expect(endpoint.path.startsWith(`${board.api}/`)).toBe(true);
    expect(new Set(board.widgets.map((widget) => widget.id)).size).toBe(board.widgets.length);
  });

  it('asks for distinct counts only by day or name, where they need not be added', () => {
    for (const widget of board.widgets) {
      if (widget.extra?.includes('unique_events')) expect(widget.grain ?? 'date').toBe('date');
    }
  });
});

describe('every call of every board', () => {
  it('has a path of its own', () => {
    const paths = BOARD_CALLS.map((call) => call.endpoint.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(BOARD_CALLS.map((call) => call.endpoint.path))(
    '%s refuses strangers and foreign packages [FLT-GAP-04]',
    async (path) => {
      expect((await server.get(path, parameters(SEED_RANGE), 'stranger')).status).toBe(403);
      expect((await server.http.inject({ url: `${path}?package_name=${PACKAGE}` })).statusCode).toBe(401);
      const foreign = [['app', SEED_PACKAGES[1]], ...parameters(SEED_RANGE).slice(1)] as [string, string][];
      expect((await server.get(path, foreign, 'customer')).status).toBe(403);
      const publisher = await server.get(path, parameters(SEED_RANGE, [['publisher', 'beta']]), 'publisher');
      expect(publisher.status).toBe(403);
    },
  );

  it.each(BOARD_CALLS.filter((call) => call.endpoint.deprecated && call.format === 'json'))(
    '$endpoint.path answers as the call it stands for [WEB-GAP-07] [APP-GAP-02]',
    async ({ endpoint, boards, widget }) => {
      const all: [string, string][] = widget.shape === 'table' ? [['limit', '500']] : [];
      const older = await server.get(endpoint.path, parameters(SEED_RANGE, all));
      const { answer } = await ask(boards[0], widget, SEED_RANGE);
      expect(JSON.parse(older.body)).toEqual(JSON.parse(JSON.stringify(answer)));
    },
  );
});

function asText(value: BoardRow[keyof BoardRow]): string {
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([currency, amount]) => `${amount} ${currency}`)
      .join('; ');
  const text = String(value ?? '');
  return text.startsWith('=') ? `'${text}` : text;
}

async function eventsBehind(board: Board, target: NonNullable<ReturnType<typeof drillTo>>): Promise<number> {
  const where = trafficWhere(CALLERS.admin, {
    package: target.package_name,
    kinds: EVENT_KINDS.filter((kind) => board.dataset.kinds.includes(kind)),
    from: target.fromDate,
    to: target.toDate,
    timeZone: SEED_ZONE,
    where: target.where,
  });
  const [row] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE ${where}`);
  return row?.n ?? -1;
}

it('knows the verdicts behind each measure under both policies', () => {
  expect(verdictsOf('fraud', 'fraud')).toEqual(['fraud', 'suspect']);
  expect(verdictsOf('clean', 'fraud')).toEqual(['clean']);
  expect(verdictsOf('clean', 'clean')).toEqual(['clean', 'suspect']);
});
