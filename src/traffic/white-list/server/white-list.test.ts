import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { all, type Condition, eq } from '#platform/contract/condition.ts';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { useStoredEvents } from '#traffic/judge/testing/use-stored-events.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { sample } from '../../../../test/support/sample.ts';
import { SHOP, scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { listEntries } from './list-entries.ts';
import { addEntry, expireWhiteList, type NewEntry, removeEntry } from './white-list.ts';

const clickhouse = useClickHouse();
const database = useDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const stores = { clickhouse, database, now: () => now };
const owner = scopeAs();

beforeAll(() => createPackage(database, SHOP));
useStoredEvents(clickhouse, database, 'shop', eventsWithFacts(400, 3, defaultRuleSet()));
beforeEach(() => database.db.delete(whiteListTable));

const info = () => packageInfoOf(owner, database, 'shop', now);
const add = async (entry: Omit<NewEntry, 'reason'>) =>
  addEntry(owner, stores, await info(), { reason: 'our testers', ...entry });
const state = () =>
  clickhouse.query<Record<string, unknown>>(
    sql`SELECT row_id, verdict, reason, hits, origin_reason, rule_version, whitelist_id FROM traffic ORDER BY row_id`,
  );
const count = async (where: ReturnType<typeof sql>) =>
  (await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic WHERE ${where}`))[0]?.n;

const inside = (network: string): Condition => ({ field: 'ip', op: 'inNetwork', values: [network] });

describe('the white list', () => {
  const entries: [string, Omit<NewEntry, 'reason'>, ReturnType<typeof sql>][] = [
    ['an address', { kind: 'ip', value: '203.0.113.5' }, sql`ip = toIPv6('203.0.113.5')`],
    ['a network', { kind: 'network', value: '2001:db8::/32' }, sql`ip = toIPv6('2001:db8::1')`],
    ['a device', { kind: 'device_id', value: 'device-3' }, sql`device_id = 'device-3'`],
    ['a publisher', { kind: 'publisher', value: 'p1' }, sql`publisher = 'p1'`],
    [
      'a condition',
      { kind: 'condition', value: all(eq('publisher', 'p2'), eq('kind', 'install')) },
      sql`publisher = 'p2' AND kind = 'install'`,
    ],
    [
      'days of the package',
      { kind: 'publisher', value: 'p2', from: '2026-03-02', expires: '2026-03-10' },
      sql`publisher = 'p2' AND toDate(ts, 'Asia/Kolkata') BETWEEN '2026-03-02' AND '2026-03-10'`,
    ],
  ];
  const some = sample('kinds of entries of the white list', entries, 2);
  it.each(some)('makes %s clean at once, and gives every verdict back when removed', async (_name, entry, where) => {
    const before = await state();
    const { id, events, changes } = await add(entry);
    expect(events).toBe(await count(sql`${where} AND decision = 'none'`));
    expect(events).toBeGreaterThan(0);
    expect(await count(sql`${where} AND decision = 'none' AND verdict != 'clean'`)).toBe(0);
    expect(changes.length).toBeGreaterThan(0);
    // An event that inherited fraud may be suspect for a reason of its own.
    expect(changes.every(({ from }) => from !== 'clean')).toBe(true);
    // What was written at once is what judging everything anew gives.
    const applied = await state();
    await recompute(stores, {
      package: 'shop',
      company: [{ persons: sql`SELECT DISTINCT person FROM traffic` }],
      cause: testCause(),
    });
    expect(await state()).toEqual(applied);
    expect(await add(entry)).toMatchObject({ id, events, changes: [] });
    expect((await listEntries(owner, stores, await info(), { page: 1, limit: 10 })).rows).toMatchObject([
      { id, events, from: entry.from ?? null, expires: entry.expires ?? null, author: 'ann' },
    ]);
    expect((await removeEntry(owner, stores, id)).events).toBe(events);
    expect(await state()).toEqual(before);
    expect((await listEntries(owner, stores, await info(), { page: 1, limit: 10 })).total).toBe(0);
  });

  it('does not overturn what a person decided', async () => {
    await clickhouse.command(sql`UPDATE traffic SET decision = 'fraud' WHERE publisher = 'p1'`);
    const { id, events } = await add({ kind: 'publisher', value: 'p1' });
    expect(events).toBe(0);
    await removeEntry(owner, stores, id);
  });

  it('keeps an expired entry while events stand on it, and retires it after', async () => {
    const { id } = await add({ kind: 'publisher', value: 'p1', from: '2026-03-01', expires: '2026-03-10' });
    const before = await state();
    expect(await expireWhiteList(stores)).toEqual([]);
    expect(await state()).toEqual(before);
    await clickhouse.command(sql`TRUNCATE TABLE traffic`);
    expect(await expireWhiteList(stores)).toEqual([id]);
    expect(await expireWhiteList(stores)).toEqual([]);
  });

  it.each<[string, Omit<NewEntry, 'reason'>]>([
    ['no address', { kind: 'ip', value: '300.1.1.1' }],
    ['too wide a network', { kind: 'network', value: '0.0.0.0/1' }],
    ['no AS number', { kind: 'asn', value: 'AS0' }],
    ['half a character', { kind: 'device_id', value: '\ud800' }],
    ['an unknown field', { kind: 'condition', value: eq('nonsense', 'x') }],
    ['an empty condition', { kind: 'condition', value: { all: [] } }],
    ['a condition on a network too wide', { kind: 'condition', value: all(inside('::/0'), eq('kind', 'visit')) }],
    ['an end that is past', { kind: 'publisher', value: 'p1', expires: '2026-11-18' }],
    ['reversed days', { kind: 'publisher', value: 'p1', from: '2026-03-02', expires: '2026-03-01' }],
  ])('refuses %s', async (_name, entry) => {
    await expect(add(entry)).rejects.toMatchObject({ status: 422 });
  });

  it('is closed to other packages and to agencies of some vendors', async () => {
    const { id } = await add({ kind: 'publisher', value: 'p1' });
    const other = scopeAs({ packages: ['other'] });
    await expect(removeEntry(other, stores, id)).rejects.toMatchObject({ code: 'not_found' });
    const agency = scopeAs({ roleName: 'agency', vendors: ['v'] });
    await expect(removeEntry(agency, stores, id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(add({ kind: 'publisher', value: 'p1', from: '2026-01-01' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await removeEntry(owner, stores, id);
  });
});

describe('an entry that would clear half of the newest month', () => {
  it('is asked about again by the name of the package, and stored neither before nor with another name', async () => {
    await clickhouse.command(sql`TRUNCATE TABLE traffic`);
    const clicks = Array.from({ length: 200 }, (_, n) => ({
      row_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      kind: 'click',
      ts: '2026-11-19 09:00:00.000',
      publisher: n < 90 ? 'few' : 'many',
    }));
    await importEvents(clickhouse, database, 'shop', clicks);
    for (const confirm of [undefined, 'shopp'])
      await expect(add({ kind: 'publisher', value: 'many', confirm })).rejects.toMatchObject({ field: 'confirm' });
    expect(await add({ kind: 'publisher', value: 'few' })).toMatchObject({ events: 90 });
    expect(await database.db.select().from(whiteListTable)).toHaveLength(1);
    expect(await add({ kind: 'publisher', value: 'many', confirm: 'shop' })).toMatchObject({ events: 110 });
  });

  it('is held against the fraud of what it is about, and counted with what stands on the list', async () => {
    await clickhouse.command(sql`TRUNCATE TABLE traffic`);
    let rows = 0;
    const events = (publisher: string, more: object) =>
      Array.from({ length: 120 }, () => ({
        row_id: `00000000-0000-4000-8000-${String(++rows).padStart(12, '0')}`,
        ts: '2026-11-19 09:00:00.000',
        publisher,
        ...more,
      }));
    const clicks = ['c1', 'c2', 'c3'].flatMap((each) => events(each, { kind: 'click', ua_class: 'headless' }));
    await importEvents(clickhouse, database, 'shop', [...clicks, ...events('i', { kind: 'install', ctit_seconds: 2 })]);
    expect(await count(sql`verdict = 'fraud'`)).toBe(480);
    // A quarter of the fraud of the package, and all of its installs.
    const installs = all(eq('kind', 'install'), { field: 'publisher', op: 'ne', value: 'nobody' });
    const refused = { field: 'confirm' };
    await expect(add({ kind: 'condition', value: installs })).rejects.toMatchObject(refused);
    await add({ kind: 'publisher', value: 'c1' });
    // Half with the quarter that is clean already.
    await expect(add({ kind: 'publisher', value: 'c2' })).rejects.toMatchObject(refused);
    expect(await count(sql`verdict = 'fraud'`)).toBe(360);
    expect(await add({ kind: 'publisher', value: 'c2', confirm: 'shop' })).toMatchObject({ events: 120 });
  });
});
