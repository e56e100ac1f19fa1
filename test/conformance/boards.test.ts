import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Board, isAboutVerdicts } from '#analytics/contract/board.ts';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { drillTo } from '#analytics/contract/drill.ts';
import { downloadEndpoint, endpointsOf, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { type BoardAnswer, type BoardRow, columnsIn, rowsOf } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { compile } from '#analytics/server/compile.ts';
import { renderSql } from '#analytics/server/render-sql.ts';
import { sampleQuestion, sqlPathOf, sqlTextOf, statementsFor } from '#analytics/server/sql-text.ts';
import { type BoardServer, boardServer, CALLERS, type Caller } from '#analytics/testing/board-server.ts';
import {
  behind,
  between,
  countsOf,
  eventCountsOf,
  lineOf,
  linesOf,
  type Range,
  withStanding,
} from '#analytics/testing/counted.ts';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  seedTraffic,
  seedValue,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { joinSql, renderInline, type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { sample } from '../support/sample.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';
import { aboutIn, aboutOf, countedRows, DASHBOARD_IDS, pagedRows, shortRows } from './board-rows.ts';

const clickhouse = useClickHouse();
const seed = seedTraffic();
const [PACKAGE, OTHER] = SEED_PACKAGES;
const TODAY = '2024-04-02';
const WEEK = { from: '2024-03-18', to: '2024-03-24' } as const;
/** Two ranges and two packages. */
const ASKED = [
  [PACKAGE, SEED_RANGE],
  [PACKAGE, WEEK],
  [OTHER, SEED_RANGE],
] as const;
/** Three parts as screens ask for them, and the two the specification prescribes. */
const COUNTS = ['parts', 'two'] as const;
/** The numbers of a row that lead to events. */
const DRILLED = ['total', 'clean', 'fraud', 'suspect', 'filtered'] as const;
const drawn = <T>(values: readonly T[], few: number, place: string): T[] =>
  sample('ranges, filters and numbers of a board', values, few, place);
/** What page and words of a table are called (FLT-ENT-03). */
const NAMES: Partial<Record<DimensionName, { number: string; words: string }>> = {
  publisher: { number: 'pageNo', words: 'search' },
  campaign: { number: 'campageNo', words: 'campsearch' },
};
let server: BoardServer;
/** What the engine has planned. */
const planned = new Set<string>();

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, { today: TODAY });
});

type Parameters = Readonly<Record<string, string>>;

const parameters = (range: Range, more: Parameters = {}): [string, string][] =>
  Object.entries({ package_name: PACKAGE, fromDate: range.from, toDate: range.to, ...more });

async function ask(board: Board, widget: Widget, range: Range, more: Parameters = {}, as: Caller = 'admin') {
  const endpoint = widgetEndpoint(board, widget);
  const all: Parameters = widget.shape === 'table' ? { limit: '500' } : {};
  const asked: Parameters = { counts: 'parts', ...all, ...more };
  const answer = await server.get(endpoint.path, parameters(range, asked), as);
  expect(answer.status, answer.body).toBe(200);
  const parsed: BoardAnswer = endpoint.response.parse(JSON.parse(answer.body));
  // The schema of the answer has found the measures of the board in each of them.
  return { answer: parsed, rows: rowsOf(parsed) as BoardRow[] };
}

const sum = (rows: readonly BoardRow[], field: (typeof DRILLED)[number]): number =>
  rows.reduce((total, row) => total + row[field], 0);
/** Rows that are parts of a whole: not the first five, not running totals. */
const complete = (widget: Widget): boolean =>
  !widget.cumulative && widget.shape !== 'trend' && (widget.shape === 'table' || widget.limit === undefined);

/** As files carry them (CONST-02). */
/** Boards whose measures are their own, and the test that counts their rows again. */
const COUNTED_ELSEWHERE: Readonly<Record<string, string>> = {
  'brand-safety': 'test/conformance/brand-safety.test.ts',
  'brand-safety-download': 'test/conformance/brand-safety.test.ts',
};

it('every board is counted again: below, or in a test of its own', () => {
  const others = BOARDS.filter((board) => !isAboutVerdicts(board)).map(({ id }) => id);
  expect(others.toSorted()).toEqual(Object.keys(COUNTED_ELSEWHERE).toSorted());
});

describe.each(BOARDS.filter(isAboutVerdicts))('board $id', (board) => {
  it('asks the engine exactly what is committed', async () => {
    expect(sqlTextOf(board), 'run npm run sync and review the difference').toBe(
      await readFile(sqlPathOf(board), 'utf8'),
    );
  });

  it.each(board.widgets)('$id is a query the engine can plan', async (widget) => {
    const asIs = renderSql(compile(systemScope(), sampleQuestion(board, widget)));
    const asked = [asIs, ...statementsFor(systemScope(), sampleQuestion(board, widget))];
    // Several widgets share a statement.
    for (const query of asked.filter((each) => !planned.has(renderInline(each)))) {
      expect(await clickhouse.query(sql`EXPLAIN ${query}`)).not.toEqual([]);
      planned.add(renderInline(query));
    }
  });

  it.each(countedRows(board))(
    '$widget.id counts what lies in the rows, line by line $numbers [WEB-GAP-02]',
    async ({ widget }) => {
      expect(aboutOf(widget)).toEqual(aboutIn(board, widget));
      for (const [name, range] of drawn(ASKED, 1, `counts ${board.id} ${widget.id}`)) {
        const [counts = 'two'] = drawn(COUNTS, 1, `parts ${board.id} ${widget.id} ${name}`);
        const { rows } = await ask(board, widget, range, { package_name: name, counts });
        const seen = withStanding(between(seed, board, name, range), widget);
        const more = widget.extra?.filter((each) => each === 'unique_events' || each === 'current_month') ?? [];
        for (const row of rows) {
          const expected = behind(seen, widget, row);
          expect(row, `${name} ${range.from}`).toMatchObject(countsOf(expected, counts));
          for (const measure of more) expect(row[measure]).toBe(eventCountsOf(expected)[measure]);
          expect(row.clean + row.fraud + (counts === 'parts' ? row.suspect : 0)).toBe(row.total);
          if (widget.extra?.includes('accepted')) expect(row.accepted).toBe(expected.length);
        }
        const lines = rows.map((row) => lineOf(row, widget));
        expect(new Set(lines).size).toBe(lines.length);
        const all = linesOf(seen, widget, range);
        if (widget.limit === undefined || widget.shape === 'table') expect(lines.sort()).toEqual(all.sort());
        else expect(all).toEqual(expect.arrayContaining(lines));
      }
    },
  );

  it.each(shortRows(board))(
    '$widget.id holds its first $widget.limit of more, in order $numbers',
    async ({ widget }) => {
      const { rows } = await ask(board, widget, SEED_RANGE, { counts: 'two' });
      const measure = /critical|geo/.test(widget.id)
        ? 'fraud_percentage'
        : /clean$/.test(widget.id)
          ? 'clean'
          : /invalid|fraud|device/.test(widget.id)
            ? 'fraud'
            : 'total';
      const limit = widget.id.startsWith('top-publisher/') ? 5 : widget.limit;
      const seen = withStanding(between(seed, board, PACKAGE, SEED_RANGE), widget);
      const values = new Set(
        seen.filter(({ verdict }) => verdict !== 'filtered').map((row) => (widget.by ? seedValue(row, widget.by) : '')),
      );
      const counted = [...values].map((value) => {
        const counts = countsOf(
          seen.filter((row) => widget.by && seedValue(row, widget.by) === value),
          'two',
        );
        const share = Number(((100 * counts.fraud) / counts.total).toFixed(2));
        return { ...counts, fraud_percentage: share }[measure];
      });
      expect(rows.map((row) => row[measure])).toEqual(counted.sort((a, b) => b - a).slice(0, limit));
    },
  );

  it.each(board.widgets)(
    '$id gives the same rows as a file, named as the board [DL-EXP-01] [DL-GAP-02]',
    async (widget) => {
      const filters: Parameters[] = [{}, { publisher: 'alpha' }].flatMap((each) =>
        COUNTS.map((counts): Parameters => ({ ...each, counts })),
      );
      for (const more of drawn(filters, 1, `file ${board.id} ${widget.id}`)) {
        const { rows } = await ask(board, widget, WEEK, more);
        const file = await server.get(downloadEndpoint(board, widget).path, parameters(WEEK, more));
        expect(file.headers['content-type']).toContain('text/csv');
        const name = `${PACKAGE}_${WEEK.from}_To_${WEEK.to}_${DASHBOARD_IDS[board.id]}.csv`;
        expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
        const [head, ...lines] = Papa.parse<string[]>(file.body.replace(/^\u{FEFF}/u, ''), {
          skipEmptyLines: true,
        }).data;
        const suspectIn = more['counts'] === 'parts' ? ('apart' as const) : ('clean' as const);
        const columns = columnsIn<string>(board.dataset.measures, widget, suspectIn);
        expect(head).toEqual(columns.map((column) => column.label));
        const texts = rows.map((row) => columns.map(({ field }) => asText(new Map(Object.entries(row)).get(field))));
        expect(lines).toEqual(texts);
      }
    },
  );

  it.each(pagedRows(board))('$widget.id goes by pages and is searched on the server $numbers', async ({ widget }) => {
    const { by = 'publisher' } = widget;
    const seen = withStanding(between(seed, board, PACKAGE, SEED_RANGE), widget);
    const all = linesOf(seen, widget, SEED_RANGE);
    const page = NAMES[by] ?? { number: 'page', words: 'search' };
    const first = await ask(board, widget, SEED_RANGE, { limit: '2' });
    const second = await ask(board, widget, SEED_RANGE, { limit: '2', [page.number]: '2' });
    expect(first.answer).toMatchObject({ total: all.length, Total_pages: Math.ceil(all.length / 2) });
    expect(new Set([...first.rows, ...second.rows].map((row) => lineOf(row, widget))).size).toBe(4);
    const words = seen.map((row) => seedValue(row, by)).find((value) => value !== '') ?? '';
    const found = await ask(board, widget, SEED_RANGE, { [page.words]: words.toUpperCase() });
    const holding = linesOf(
      seen.filter((row) => seedValue(row, by).includes(words)),
      widget,
      SEED_RANGE,
    );
    expect(found.rows.map((row) => lineOf(row, widget)).sort()).toEqual(holding.sort());
    expect(holding.length).toBeLessThan(all.length);
  });

  it.each(board.widgets)('$id leads from each number to as many events', async (widget) => {
    const { rows } = await ask(board, widget, SEED_RANGE);
    const context = { package_name: PACKAGE, ...SEED_RANGE, where: {} };
    const drills = [...new Set([...rows.slice(0, 1), ...rows.slice(-1)])].flatMap((row) =>
      drawn(DRILLED, 2, `drill ${board.id} ${widget.id} ${row.name}`).map((measure) => ({
        name: `${measure} of ${row.name}`,
        number: row[measure],
        target: drillTo(board, widget, widget.by ? row : { ...row, key: undefined }, context, measure),
      })),
    );
    const counted = await eventsBehind(drills.flatMap(({ target }) => (target ? [target] : [])));
    for (const { name, number, target } of drills) expect([name, target ? counted.shift() : 0]).toEqual([name, number]);
  });

  it.each(board.widgets)('$id shows a publisher its own traffic only [FLT-GAP-03]', async (widget) => {
    const own = new Set(['alpha', 'gamma, inc', 'silent']);
    const ways: readonly Parameters[] = [{}, { publisher: 'all' }];
    for (const more of drawn(ways, 1, `own ${board.id} ${widget.id}`)) {
      const { rows } = await ask(board, widget, SEED_RANGE, more, 'publisher');
      if (widget.by === 'publisher') expect([...own]).toEqual(expect.arrayContaining(rows.map((row) => row.key)));
      if (!complete(widget)) continue;
      const theirs = between(seed, board, PACKAGE, SEED_RANGE).filter((row) => own.has(row.publisher));
      expect(sum(rows, 'total')).toBe(countsOf(withStanding(theirs, widget)).total);
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

function asText(value: BoardRow[keyof BoardRow]): string {
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([currency, amount]) => `${amount} ${currency}`)
      .join('; ');
  const text = String(value ?? '');
  return text.startsWith('=') ? `'${text}` : text;
}

/** How many events are behind each of them, asked at once. */
async function eventsBehind(targets: readonly NonNullable<ReturnType<typeof drillTo>>[]): Promise<number[]> {
  const counts = targets.map((target): Sql => {
    const where = trafficWhere(CALLERS.admin, {
      package: target.package_name,
      kinds: EVENT_KINDS.filter((kind) => target.kind.includes(kind)),
      from: target.fromDate,
      to: target.toDate,
      timeZone: SEED_ZONE,
      where: target.where,
    });
    return sql`countIf(${where})`;
  });
  const [row] = await clickhouse.query<{ n: number[] }>(sql`SELECT [${joinSql(counts, ', ')}] AS n FROM traffic`);
  return row?.n ?? [];
}
