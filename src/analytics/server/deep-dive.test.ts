import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { useClickHouse } from '../../../test/support/use-clickhouse.ts';
import { DIVE_STEPS, type DiveAnswer } from '../contract/deep-dive.ts';
import { encodeValues } from '../contract/filters.ts';
import type { BoardRow } from '../contract/rows.ts';
import { type BoardServer, boardServer, type Caller } from '../testing/board-server.ts';
import { SEED_PACKAGES, SEED_RANGE, type SeedRow, seedTraffic, seedValue, stored } from '../testing/seed-traffic.ts';
import { boardRoutes } from './board-routes.ts';
import { deepDiveRoutes } from './deep-dive-routes.ts';

const clickhouse = useClickHouse();
const [PACKAGE, OTHER] = SEED_PACKAGES;
const seed = seedTraffic();
let server: BoardServer;

beforeAll(async () => {
  await clickhouse.insert('traffic', seed.map(stored));
  server = await boardServer(clickhouse, {
    today: '2024-04-02',
    routes: (deps) => [...boardRoutes(deps), ...deepDiveRoutes(deps)],
  });
});

type Parameters = Readonly<Record<string, string>>;
const RANGE = { fromDate: SEED_RANGE.from, toDate: SEED_RANGE.to };
const get = (more: Parameters, as: Caller = 'customer') =>
  server.get(
    '/api/user/deepdive',
    // A name with a comma arrives whole when it is sent twice.
    Object.entries({ package_name: PACKAGE, ...more }).flatMap(([name, value]) =>
      encodeValues([value]).map((each): [string, string] => [name, each]),
    ),
    as,
  );

async function dive(more: Parameters = {}, as: Caller = 'customer'): Promise<DiveAnswer> {
  const answer = await get({ ...RANGE, ...more }, as);
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body).data;
}

const counted = (more: (row: SeedRow) => boolean): SeedRow[] =>
  seed.filter(
    (row) =>
      row.package === PACKAGE &&
      row.verdict !== 'filtered' &&
      row.day >= SEED_RANGE.from &&
      row.day <= SEED_RANGE.to &&
      more(row),
  );
const partsOf = (rows: readonly SeedRow[]) => {
  const of = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  return { total: of('suspect') + of('fraud'), suspect: of('suspect'), fraud: of('fraud') };
};
const NONE = { total: 0, suspect: 0, fraud: 0 };
const sumOf = (rows: readonly Pick<DiveAnswer['whole'], 'total' | 'suspect' | 'fraud'>[]) =>
  rows.reduce(
    (sum, row) => ({
      total: sum.total + row.total,
      suspect: sum.suspect + row.suspect,
      fraud: sum.fraud + row.fraud,
    }),
    NONE,
  );

describe('a deep dive', () => {
  it('goes from category to sub-category to publisher, and each step is the sum of the next [USR-API-08]', async () => {
    const chosen: Record<string, string> = {};
    const within = (row: SeedRow): boolean =>
      DIVE_STEPS.every(
        (step) => !(step in chosen) || seedValue(row, step) === (chosen[step] ?? '').replace(NOT_REPORTED, ''),
      );
    for (const step of DIVE_STEPS) {
      const answer = await dive(chosen);
      expect(answer.step).toBe(step);
      expect(answer.whole).toEqual(partsOf(counted(within)));
      expect(answer.rows.length).toBeGreaterThan(1);
      for (const row of answer.rows) {
        const expected = partsOf(counted((each) => within(each) && seedValue(each, step) === row.key));
        expect(row).toMatchObject(expected);
        expect(row.percentage).toBeCloseTo((100 * expected.total) / answer.whole.total, 1);
      }
      expect(sumOf([...answer.rows, answer.rest])).toEqual(answer.whole);
      expect(answer.trail.map((each) => each.step)).toEqual(Object.keys(chosen));
      expect(answer.trail.at(-1) ?? answer.whole).toMatchObject(answer.whole);
      // The second row: not always the way with the most.
      const down = answer.rows[1];
      chosen[step] = down?.key || NOT_REPORTED;
      expect(await dive(chosen)).toMatchObject({
        whole: { total: down?.total, suspect: down?.suspect, fraud: down?.fraud },
      });
    }
    expect(await dive(chosen)).toMatchObject({ step: null, rows: [], rest: { rows: 0, ...NONE } });
  });

  it('counts what the boards of the kinds count together', async () => {
    const boards = ['web/visit', 'web/click', 'web/impression', 'web/event'].map((kind) => `/api/v2/${kind}/dashboard`);
    const others = ['install', 'event', 're-click', 're-event', 'click-impression'].map(
      (kind) => `/api/v2/app/${kind}/dashboard`,
    );
    const sums = new Map<string, number>();
    for (const board of [...boards, ...others]) {
      const { body } = await server.get(
        `${board}/fraud-category`,
        Object.entries({ package_name: PACKAGE, ...RANGE, counts: 'parts' }),
        'customer',
      );
      const { data }: { data: BoardRow[] } = JSON.parse(body);
      for (const { key, fraud, suspect } of data) sums.set(key, (sums.get(key) ?? 0) + fraud + suspect);
    }
    const { rows, events } = await dive();
    expect(Object.fromEntries(rows.map(({ key, total }) => [key, total]))).toEqual(Object.fromEntries(sums));
    expect(events).toBe(counted(() => true).length);
  });

  it('tells what lies beyond its rows as one sum', async () => {
    const many = Array.from({ length: 230 }, (_, at) => ({
      ...stored(seed.find(({ package: name }) => name === OTHER) ?? (seed[0] as SeedRow)),
      kind: 'visit' as const,
      verdict: 'fraud' as const,
      reason: 'net.datacenter',
      publisher: `many-${at}`,
      ts: '2024-03-12 12:00:00.000',
    }));
    await clickhouse.insert('traffic', many);
    const answer = await get({ ...RANGE, package_name: OTHER, reason_group: 'net', reason: 'net.datacenter' }, 'admin');
    const { rows, rest, whole }: DiveAnswer = JSON.parse(answer.body).data;
    expect(rows).toHaveLength(200);
    expect(rest.rows).toBeGreaterThan(29);
    expect(rest.total).toBeGreaterThan(0);
    expect(sumOf([...rows, rest])).toEqual(whole);
  });

  it('means the last seven days where none are named, and other days answer otherwise', async () => {
    const { data }: { data: DiveAnswer } = JSON.parse((await get({})).body);
    expect([data.from, data.to]).toEqual(['2024-03-27', '2024-04-02']);
    expect(data.whole.total).toBeLessThan((await dive()).whole.total);
  });

  it('shows a publisher its own, and a foreign package nobody', async () => {
    const own = ['alpha', 'gamma, inc', 'silent'];
    const { whole, rows } = await dive({}, 'publisher');
    expect(whole).toEqual(partsOf(counted(({ publisher }) => own.includes(publisher))));
    expect(sumOf(rows)).toEqual(whole);
    expect((await get({ ...RANGE, publisher: 'beta' }, 'publisher')).status).toBe(403);
    expect((await get({ ...RANGE, package_name: OTHER })).status).toBe(403);
    expect((await get(RANGE, 'stranger')).status).toBe(403);
  });

  it('refuses days that cannot be', async () => {
    expect((await get({ fromDate: '2024-04-02', toDate: '2024-03-01' })).status).toBe(422);
    expect((await get({ fromDate: '2024-03-01' })).status).toBe(400);
  });
});
