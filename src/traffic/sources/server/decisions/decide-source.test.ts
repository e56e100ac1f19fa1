import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { sourceDecisionTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { useStoredEvents } from '#traffic/judge/testing/use-stored-events.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { SOURCE_SORTS, SOURCE_VERDICTS } from '#traffic/sources/contract/decision-endpoints.ts';
import { SHOP, scopeAs } from '../../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { decideSource, decisionsAbout, type NewSourceDecision, takeBack } from './decide-source.ts';
import { markSeen } from './seen-sources.ts';
import { listSources } from './source-list.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const stores = { clickhouse, database, now: () => now };
const owner = scopeAs();
/** p2 brings events of two sites and of none. */
const events = (count: number, seed: number) =>
  eventsWithFacts(count, seed, defaultRuleSet()).map((event, index) => ({
    ...event,
    sub_publisher: ['', 's1', 's2'][index % 3],
  }));

beforeAll(() => createPackage(database, SHOP));
useStoredEvents(clickhouse, database, 'shop', events(600, 3));
beforeEach(() => database.db.delete(sourceDecisionTable));

const info = () => packageInfoOf(owner, database, 'shop', now);
const decide = async (wanted: Partial<NewSourceDecision>) =>
  decideSource(owner, stores, await info(), {
    publisher: 'p2',
    sub_publisher: null,
    state: 'confirmed',
    reason: 'the partner admitted it',
    ...wanted,
  });
const state = () =>
  clickhouse.query<Record<string, unknown>>(
    sql`SELECT row_id, verdict, reason, hits, origin_reason, whitelist_id FROM traffic ORDER BY row_id`,
  );
const count = async (where: ReturnType<typeof sql>) =>
  (await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE ${where}`))[0]?.n ?? 0;
const free = sql`decision = 'none' AND verdict != 'filtered'`;
const confirmed = sql`verdict = 'fraud' AND reason = 'human.source'`;

describe('a confirmed source', () => {
  it('is not taken back from under a newer word about it by who asks for the newest; a repeated call is no fault', async () => {
    const { id } = await decide({});
    const newer = await decide({ state: 'cleared' });
    const stored = await state();
    await expect(takeBack(owner, stores, id, { onlyNewest: true })).rejects.toMatchObject({
      status: 409,
      told: { code: 'source_decided_since' },
    });
    expect(await state()).toEqual(stored);
    await takeBack(owner, stores, newer.id, { onlyNewest: true });
    expect((await takeBack(owner, stores, newer.id, { onlyNewest: true })).changes).toEqual([]);
    expect((await takeBack(owner, stores, id, { onlyNewest: true })).changes).not.toEqual([]);
  });

  it('is fraud in every event that no person decided and that is no known bot, and taken back exactly as before', async () => {
    const before = await state();
    const { id, changes } = await decide({});
    expect(changes.reduce((sum, change) => sum + change.events, 0)).toBeGreaterThan(10);
    expect(await count(sql`publisher = 'p2' AND ${free} AND NOT (${confirmed})`)).toBe(0);
    expect(await count(sql`publisher != 'p2' AND reason = 'human.source'`)).toBe(0);
    expect(await count(sql`publisher = 'p2' AND decision = 'clean' AND verdict != 'clean'`)).toBe(0);
    await takeBack(owner, stores, id);
    expect(await state()).toEqual(before);
    expect((await takeBack(owner, stores, id)).changes).toEqual([]);
  });

  it('is fraud in events that come later too, and stays so when all is judged again', async () => {
    await decide({ sub_publisher: 's1' });
    await importEvents(
      clickhouse,
      database,
      'shop',
      events(300, 8).map((event) => ({ ...event, import_id: 9 })),
    );
    expect(await count(sql`publisher = 'p2' AND sub_publisher = 's1' AND ${free} AND NOT (${confirmed})`)).toBe(0);
    expect(await count(sql`publisher = 'p2' AND sub_publisher != 's1' AND reason = 'human.source'`)).toBe(0);
    const after = await state();
    const whole = { package: 'shop', where: sql`true`, changed: 'anything', cause: testCause('sweep') } as const;
    expect(await rejudge({ clickhouse, database }, whole)).toEqual([]);
    expect(await state()).toEqual(after);
  });

  it('counts from its day in the zone of the package', async () => {
    const [middle] = await clickhouse.query<{ day: string }>(
      sql`SELECT toString(toDate(quantileExact(0.5)(ts), 'Asia/Kolkata')) AS day FROM traffic WHERE publisher = 'p2'`,
    );
    await decide({ from: middle?.day });
    const day = sql`toString(toDate(ts, 'Asia/Kolkata'))`;
    expect(await count(sql`${day} < ${typed('String', middle?.day ?? '')} AND reason = 'human.source'`)).toBe(0);
    expect(
      await count(
        sql`publisher = 'p2' AND ${day} >= ${typed('String', middle?.day ?? '')} AND ${free} AND NOT (${confirmed})`,
      ),
    ).toBe(0);
    expect(await count(confirmed)).toBeGreaterThan(5);
  });

  it('is spared in the sub-publisher that a person cleared', async () => {
    await decide({});
    await decide({ sub_publisher: 's2', state: 'cleared', reason: 'audited on site' });
    expect(await count(sql`publisher = 'p2' AND sub_publisher = 's2' AND ${confirmed}`)).toBe(0);
    expect(await count(sql`publisher = 'p2' AND sub_publisher = 's1' AND ${free} AND NOT (${confirmed})`)).toBe(0);
  });

  it('said twice is said once; what it says later counts more', async () => {
    const { id } = await decide({});
    expect((await decide({})).id).toBe(id);
    const atOnce = await Promise.all([1, 2].map(() => decide({ sub_publisher: 's1' })));
    expect(new Set(atOnce.map((each) => each.id)).size).toBe(1);
    await takeBack(owner, stores, atOnce[0]?.id ?? 0);
    await decide({ state: 'cleared' });
    expect(await count(confirmed)).toBe(0);
    expect(
      (await decisionsAbout(owner, database, await info(), { publisher: 'p2', sub_publisher: 's1' })).map(
        (row) => row.state,
      ),
    ).toEqual(['cleared', 'confirmed', 'confirmed']);
  });
});

describe('what is new in the list of sources', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
  const list = async (who: Scope, visit: string, more: object = {}) =>
    listSources(who, stores, await info(), { from: '2026-01-01', to: '2026-11-20', page: 1, limit: 5, visit, ...more });

  it('is what a person has not seen before this visit, first in the list, and is theirs alone', async () => {
    const [one, other] = await database.db
      .insert(appUser)
      .values(
        ['one', 'other'].map((name) => ({ email: `${name}@shop.example`, name, passwordHash: '', role: 'customer' })),
      )
      .returning({ id: appUser.id });
    const [me, colleague] = [one, other].map((user) => scopeAs({ userId: user?.id ?? 0 }));
    if (!me || !colleague) throw new Error('Two people were made');
    const first = await list(me, at(0));
    const { watched } = first.states;
    expect(watched).toBeGreaterThan(first.rows.length);
    expect([first.states.new, first.rows.every(({ is_new }) => is_new)]).toEqual([watched, true]);
    const seen = { packageName: 'shop', visit: new Date(at(0)), sources: first.rows };
    await markSeen(me, database, seen);
    // The visit goes on: its next page must not move.
    expect((await list(me, at(0))).rows).toEqual(first.rows);
    await markSeen(me, database, { ...seen, visit: new Date(at(5)) });
    const later = await list(me, at(9), { limit: 500 });
    expect(later.states.new).toBe(watched - first.rows.length);
    expect(later.rows.findLastIndex(({ is_new }) => is_new)).toBe(later.states.new - 1);
    const fresh = await list(me, at(9), { state: 'new', limit: 500 });
    expect([fresh.total, fresh.rows.length]).toEqual([later.states.new, later.states.new]);
    expect((await list(me, at(9), { state: 'new', page: 99 })).states).toEqual(later.states);
    expect((await list(colleague, at(9))).states.new).toBe(watched);
    await database.db.delete(appUser);
  });
});

describe('the list of sources', () => {
  const list = async (more: object = {}) =>
    listSources(owner, stores, await info(), { from: '2026-01-01', to: '2026-11-20', page: 1, limit: 50, ...more });

  it('has every source once, with the events it counts, and what is said of it', async () => {
    await decide({ sub_publisher: 's1' });
    const { rows, total, states } = await list({ limit: 500 });
    expect(rows.length).toBe(total);
    expect(rows.reduce((sum, row) => sum + row.events, 0)).toBe(
      await count(sql`publisher != '' AND verdict != 'filtered'`),
    );
    const [row] = rows.filter((each) => each.publisher === 'p2' && each.sub_publisher === 's1');
    expect(row).toMatchObject({ state: 'confirmed', since: null, decision: { author: 'ann', state: 'confirmed' } });
    const called = rows.filter(({ fraud, suspect, events: all }) => (fraud + suspect) / all >= 0.1);
    expect(called.length).toBeGreaterThan(1);
    for (const each of called) expect(each.state === 'confirmed' ? [''] : each.rules).not.toEqual([]);
    expect(called.map((each) => each.state)).not.toContain('clean');
    for (const { publisher, sub_publisher: site, since } of rows.filter((each) => each.state === 'watched')) {
      const first = await clickhouse.query<{ day: string }>(
        sql`SELECT toString(min(toDate(ts, 'Asia/Kolkata'))) AS day FROM traffic WHERE verdict IN ('fraud', 'suspect')
          AND publisher = ${typed('String', publisher)} AND sub_publisher = ${typed('String', site)}`,
      );
      expect(first).toEqual([{ day: since }]);
    }
    expect(row?.fraud).toBe(await count(sql`publisher = 'p2' AND sub_publisher = 's1' AND verdict = 'fraud'`));
    expect(SOURCE_VERDICTS.map((state) => states[state]).reduce((sum, n) => sum + n, 0)).toBe(total);
    expect((await list({ state: 'confirmed' })).rows.map((each) => each.sub_publisher)).toEqual(['s1']);
    expect((await list({ search: 'P2' })).rows.every((each) => each.publisher === 'p2')).toBe(true);
  });

  it('is sorted over all its pages as asked, by the money of the suspect as by that at risk, and then not by what is new', async () => {
    await clickhouse.command(
      sql`ALTER TABLE traffic UPDATE cost = cityHash64(row_id) % 1000 / 7, currency = 'EUR' WHERE true SETTINGS mutations_sync = 2`,
    );
    const { rows: all } = await list({ limit: 500 });
    const eur = (part: 'at_risk' | 'suspect_cost' | 'spend') => (row: (typeof all)[number]) =>
      Number(row.money[part].EUR ?? 0);
    const valueBy = {
      at_risk: eur('at_risk'),
      suspect_cost: eur('suspect_cost'),
      spend: eur('spend'),
      events: (row: (typeof all)[number]) => row.events,
      fraud: (row: (typeof all)[number]) => row.fraud,
      suspect: (row: (typeof all)[number]) => row.suspect,
      fraud_rate: (row: (typeof all)[number]) => row.fraud / row.events,
    };
    for (const sort of SOURCE_SORTS) {
      const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, limit: 3, page })));
      const shown = pages.flatMap(({ rows }) => rows).map(valueBy[sort]);
      const sorted = all.map(valueBy[sort]).sort((a, b) => b - a);
      expect(shown, sort).toEqual(sorted.slice(0, 9));
      expect(new Set(sorted).size, sort).toBeGreaterThan(1);
      const [least] = (await list({ sort, order: 'asc', limit: 1 })).rows.map(valueBy[sort]);
      expect(least, sort).toBe(sorted.at(-1));
    }
  });

  it('is of nobody else: other packages, publishers and vendors decide nothing', async () => {
    const foreign = scopeAs({ packages: ['other'] });
    await expect(
      decideSource(foreign, stores, await info(), {
        publisher: 'p2',
        sub_publisher: null,
        state: 'confirmed',
        reason: 'no',
      }),
    ).rejects.toMatchObject({ code: 'foreign_package' });
    const vendor = scopeAs({ roleName: 'agency', vendors: ['v1'] });
    await expect(
      decideSource(vendor, stores, await info(), {
        publisher: 'p2',
        sub_publisher: null,
        state: 'confirmed',
        reason: 'no',
      }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(decide({ from: '2027-01-01' })).rejects.toMatchObject({ status: 422 });
    const { id } = await decide({});
    await expect(takeBack(foreign, stores, id)).rejects.toMatchObject({ status: 404 });
  });
});
