import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { brandSafety, brandSafetyFile } from '#analytics/contract/boards/brand-safety.ts';
import { drillTo } from '#analytics/contract/drill.ts';
import { downloadEndpoint, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { columnsIn, type Row, rowsOf } from '#analytics/contract/rows.ts';
import type { SurroundingName } from '#analytics/contract/surroundings.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { sampleQuestion, sqlPathOf, sqlTextOf, statementsFor } from '#analytics/server/sql-text.ts';
import { type BoardServer, boardServer, CALLERS, type Caller } from '#analytics/testing/board-server.ts';
import {
  SEED_PACKAGES,
  SEED_RANGE,
  SEED_ZONE,
  type SeedRow,
  seedTraffic,
  seedValue,
  stored,
} from '#analytics/testing/seed-traffic.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { useClickHouse } from '../support/use-clickhouse.ts';

/** What boards count of ads by their surroundings, counted again from the rows of the seed. */
const clickhouse = useClickHouse();
const [PACKAGE, OTHER] = SEED_PACKAGES;
/** Every other click is a request for a video ad, so that the seed has some. */
const seed = seedTraffic().map(
  (row, at): SeedRow => ({
    ...row,
    kind: row.kind === 'click' && at % 2 === 0 ? 'vast_request' : row.kind,
  }),
);
const ADS: readonly string[] = ['impression', 'click_impression', 'vast_request'];
/** The categories of the seed that are unsafe, written out once more, and what makes them so. */
const TOPICS: Readonly<Record<string, string>> = { Weapons: 'arms', 'News > Crime': 'crime', 'IAB25-3': 'adult' };
const BOARDS = [brandSafety, brandSafetyFile];
const CASES = BOARDS.flatMap((board) => board.widgets.map((widget) => ({ board, widget, id: widget.id })));
type Case = (typeof CASES)[number];
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, { today: '2024-04-02' });
});

type Parameters = Readonly<Record<string, string>>;
const ASKED = { package_name: PACKAGE, fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
const get = (path: string, more: Parameters = {}, as: Caller = 'customer') =>
  server.get(path, Object.entries({ ...ASKED, ...more }), as);

async function rowsFor({ board, widget }: Pick<Case, 'board' | 'widget'>, more: Parameters = {}, as?: Caller) {
  const endpoint = widgetEndpoint(board, widget);
  const answer = await get(endpoint.path, widget.shape === 'table' ? { limit: '1000', ...more } : more, as);
  expect(answer.status, answer.body).toBe(200);
  return rowsOf(endpoint.response.parse(JSON.parse(answer.body)));
}

const seenAs = (row: SeedRow, name: NonNullable<Widget['by']>): string =>
  name === 'unsafe_topic' ? (TOPICS[row.content_category] ?? '') : seedValue(row, name);

const ads = (more: (row: SeedRow) => boolean = () => true): SeedRow[] =>
  seed.filter(
    (row) =>
      row.package === PACKAGE &&
      ADS.includes(row.kind) &&
      row.verdict !== 'filtered' &&
      row.day >= SEED_RANGE.from &&
      row.day <= SEED_RANGE.to &&
      more(row),
  );

function countsOf(rows: readonly SeedRow[]) {
  const unsafe = rows.filter((row) => row.content_category in TOPICS).length;
  const unrated = rows.filter((row) => row.content_category === '').length;
  return { total: rows.length, unsafe, unrated, safe: rows.length - unsafe - unrated };
}

const behind = ({ by, grain, underPublisher, standing }: Widget<SurroundingName>, row: Row): SeedRow[] =>
  ads(
    (each) =>
      (!standing || each.content_category in TOPICS) &&
      (!by || seenAs(each, by) === row.key) &&
      (!underPublisher || each.publisher === row.publisher) &&
      (!grain || each.day === row.date),
  );

it.each(BOARDS)('$id asks the engine exactly what is committed, and it can plan that', async (board) => {
  expect(sqlTextOf(board), 'run npm run sync and review the difference').toBe(await readFile(sqlPathOf(board), 'utf8'));
  for (const widget of board.widgets)
    for (const query of statementsFor(systemScope(), sampleQuestion(board, widget)))
      expect(await clickhouse.query(sql`EXPLAIN ${query}`)).not.toEqual([]);
});

describe('unsafe placements', () => {
  it.each(CASES)(
    'of $board.id $id are counted by category, channel and country as they lie in the rows [WEB-GAP-08]',
    async ({ board, widget }) => {
      const rows = await rowsFor({ board, widget });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const counts = countsOf(behind(widget, row));
        expect(row).toMatchObject(counts);
        const rated = counts.unsafe + counts.safe;
        const share = rated === 0 ? 0 : (100 * counts.unsafe) / rated;
        expect(row['unsafe_percentage']).toBeCloseTo(share, 1);
        expect(row['too_few_rated']).toBe(rated < 30);
      }
      const all = widget.standing ? ads((row) => row.content_category in TOPICS) : ads();
      for (const [name, count] of Object.entries(countsOf(all)))
        expect(
          rows.reduce((sum, row) => sum + Number(row[name]), 0),
          name,
        ).toBe(count);
    },
  );

  it('are told by the topics of the categories that came, harmless ones left out', async () => {
    const widget = brandSafety.widgets.find(({ id }) => id === 'category-wise') ?? brandSafety.widgets[0];
    const rows = await rowsFor({ board: brandSafety, widget });
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['adult', 'arms', 'crime']);
    expect(rows.reduce((sum, row) => sum + Number(row['unsafe_share']), 0)).toBeCloseTo(100, 0);
  });

  it('among video requests are counted too, known bots never', async () => {
    const { data } = JSON.parse((await get('/api/bs/dashboard/total')).body);
    const without = ads((row) => row.kind !== 'vast_request');
    expect(without.length).toBeLessThan(ads().length);
    expect(data.total).toBe(ads().length);
  });

  it.each(CASES)('of $board.id $id lead from each number to as many events', async ({ board, widget }) => {
    const rows = await rowsFor({ board, widget });
    const context = { package_name: PACKAGE, ...SEED_RANGE, where: {} };
    for (const row of new Set([...rows.slice(0, 1), ...rows.slice(-1)]))
      for (const measure of ['total', 'unsafe', 'safe', 'unrated'] as const) {
        const target = drillTo(board, widget, widget.by ? row : { ...row, key: undefined }, context, measure);
        expect(target ? await eventsBehind(target) : 0, `${measure} of ${row.name}`).toBe(row[measure]);
      }
  });

  it.each(CASES)('of $board.id $id are a publisher’s own only, and nobody’s of a foreign package', async (place) => {
    const own = ['alpha', 'gamma, inc', 'silent'];
    const rows = await rowsFor(place, {}, 'publisher');
    const theirs = ads(
      (row) => own.includes(row.publisher) && (!place.widget.standing || row.content_category in TOPICS),
    );
    expect(rows.reduce((sum, row) => sum + Number(row['total']), 0)).toBe(theirs.length);
    const { path } = widgetEndpoint(place.board, place.widget);
    expect((await get(path, { package_name: OTHER })).status).toBe(403);
    expect((await get(path, {}, 'stranger')).status).toBe(403);
  });
});

describe('the file', () => {
  const linesOf = (text: string) =>
    Papa.parse<Record<string, string>>(text.replace(/^\u{FEFF}/u, ''), { header: true, skipEmptyLines: true }).data;

  it('of GET /api/bs/download has rows that add up to the total of the dashboard [WEB-GAP-08]', async () => {
    const file = await get('/api/bs/download');
    expect(file.status, file.body).toBe(200);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="${PACKAGE}_${SEED_RANGE.from}_To_${SEED_RANGE.to}_BRAND_SAFETY_ROWS.csv"`,
    );
    const lines = linesOf(file.body);
    expect(lines.length).toBeGreaterThan(10);
    const { data } = JSON.parse((await get('/api/bs/dashboard/total')).body);
    const sum = (name: string): number => lines.reduce((all, line) => all + Number(line[name]), 0);
    expect([sum('Placements'), sum('Unsafe'), sum('Safe'), sum('Without category')]).toEqual([
      data.total,
      data.unsafe,
      data.safe,
      data.unrated,
    ]);
    const narrowed = linesOf((await get('/api/bs/download', { safety: 'unsafe', channel: 'display' })).body);
    const display = ads((row) => row.channel === 'display' && row.content_category in TOPICS);
    expect(narrowed.reduce((all, line) => all + Number(line['Unsafe']), 0)).toBe(display.length);
  });

  it('is what the page of downloads asks for', () => {
    const rows = brandSafetyFile.widgets.find(({ id }) => id === brandSafetyFile.file);
    expect(rows && downloadEndpoint(brandSafetyFile, rows).path).toBe('/api/bs/download');
  });

  it.each(CASES)('of $board.id $id holds the rows of the card', async ({ board, widget }) => {
    const rows = await rowsFor({ board, widget });
    const file = await get(downloadEndpoint(board, widget).path);
    const columns = columnsIn<string>(board.dataset.measures, widget);
    const lines = linesOf(file.body);
    expect(lines.map((line) => columns.map(({ label }) => line[label]))).toEqual(
      rows.map((row) =>
        columns.map(({ field }) => {
          const text = String(row[field] ?? '');
          return text.startsWith('=') ? `'${text}` : text;
        }),
      ),
    );
  });

  it('is refused for a foreign package', async () => {
    expect((await get('/api/bs/download', { package_name: OTHER })).status).toBe(403);
    expect((await get('/api/bs/download', {}, 'stranger')).status).toBe(403);
  });
});

it('filters offer what came with the ads, and narrow each number of the board', async () => {
  for (const [name, column] of [
    ['channel', 'channel'],
    ['publisher', 'publisher'],
    ['country', 'declared_country'],
    ['brand', 'brand'],
    ['content_category', 'content_category'],
  ] as const) {
    const { data }: { data: string[] } = JSON.parse((await get(`/api/bs/filters/${name}`)).body);
    const there = new Set(ads().map((row) => row[column] || '(not reported)'));
    expect(data.toSorted(), name).toEqual([...there].toSorted());
    const chosen = data.find((value) => value !== '(not reported)') ?? '';
    const { data: total } = JSON.parse((await get('/api/bs/dashboard/total', { [name]: chosen })).body);
    expect(total).toMatchObject(countsOf(ads((row) => row[column] === chosen)));
  }
});

async function eventsBehind(target: NonNullable<ReturnType<typeof drillTo>>): Promise<number> {
  const where = trafficWhere(CALLERS.admin, {
    package: target.package_name,
    kinds: EVENT_KINDS.filter((kind) => target.kind.includes(kind)),
    from: target.fromDate,
    to: target.toDate,
    timeZone: SEED_ZONE,
    where: target.where,
  });
  const [row] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE ${where}`);
  return row?.n ?? -1;
}
