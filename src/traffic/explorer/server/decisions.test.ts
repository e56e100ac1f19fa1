import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { restoreDecisions } from '#traffic/judge/server/restore-decisions.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { useStoredEvents } from '#traffic/judge/testing/use-stored-events.ts';
import { REPORTED } from '#traffic/money/server/money-sql.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { SHOP, scopeAs } from '../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { decideEvent } from './decide.ts';
import { batchesOf, confirmBatch, undoBatch } from './decisions/batches.ts';
import { effectOf } from './decisions/effect-of.ts';
import { previewDecision } from './decisions/preview-decision.ts';
import { runBatch } from './decisions/run-batch.ts';
import { eventFilter } from './event-filter.ts';
import { listEvents } from './event-list.ts';

const ch = useClickHouse();
const database = useDatabase();
const stores = { clickhouse: ch, database };

const owner = scopeAs();

beforeAll(() => createPackage(database, SHOP));
useStoredEvents(ch, database, 'shop', eventsWithFacts(400, 3, defaultRuleSet()));
beforeEach(() => database.pool.query('TRUNCATE event_decision'));

const filterOf = (query: object) =>
  eventFilter(
    { fromDate: '2026-02-01', toDate: '2026-05-01', ...query },
    { package_name: 'shop', time_zone: 'Asia/Kolkata' },
  );
const list = (query: object = {}) =>
  listEvents(owner, ch, { filter: filterOf(query), search: '', money: REPORTED, sort: 'newest', limit: 500 });
const stored = async (rowId: string) =>
  (
    await ch.query<{ decision: string; verdict: string }>(
      sql`SELECT toString(decision) AS decision, toString(verdict) AS verdict FROM traffic WHERE row_id = ${typed('UUID', rowId)}`,
    )
  )[0];

describe('decisions', () => {
  it('outlive the rows: an undone and repeated import gets them back', async () => {
    const rowId = (await list({ verdict: 'fraud', decision: 'none' })).data[0]?.row_id ?? '';
    await decideEvent(owner, stores, { package: 'shop', rowId, decision: 'clean', reason: 'our own test' });
    await ch.command(
      sql`CREATE OR REPLACE TABLE kept ENGINE = Memory AS SELECT * REPLACE ('none' AS decision) FROM traffic`,
    );
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await ch.command(sql`INSERT INTO traffic SELECT * FROM kept`);
    await ch.command(sql`UPDATE traffic SET verdict = 'fraud' WHERE row_id = ${typed('UUID', rowId)}`);
    expect(await restoreDecisions(stores, 'shop', testCause('import'))).toContainEqual({
      from: 'fraud',
      to: 'clean',
      events: 1,
    });
    expect(await stored(rowId)).toEqual({ decision: 'clean', verdict: 'clean' });
    expect(await restoreDecisions(stores, 'shop', testCause('import'))).toEqual([]);
  });
});

describe('a decision about all events of a filter', () => {
  const stateOf = async (id: number) => (await batchesOf(owner, database, 'shop')).find((batch) => batch.id === id);
  const preview = (decision: Decision, query: object = {}, scope = owner) =>
    previewDecision(scope, stores, { filter: filterOf(query), search: '', money: REPORTED, decision });
  const confirm = (id: number, scope = owner) =>
    confirmBatch(scope, database, { package: 'shop', id, reason: 'the partner admitted it' });
  const everything = () =>
    ch.query<Record<string, unknown>>(
      sql`SELECT row_id, decision, verdict, reason, hits FROM traffic WHERE ts != '2026-03-03 20:00:00.000' ORDER BY row_id`,
    );

  it('marks exactly the events that were previewed, whatever arrives meanwhile, and gives all of them back', async () => {
    const before = await everything();
    const marked = (await list({ decision: 'clean' })).total;
    const asked = { publisher: 'p1', not: 'verdict:clean', decision: 'none' };
    const shown = await preview('clean', asked);
    const { data, total } = await list(asked);
    expect(shown.events).toBe(total);
    expect(shown.from.reduce((sum, { events }) => sum + events, 0)).toBe(total);
    expect(shown.publishers).toMatchObject([{ publisher: 'p1', events: total, changing: total }]);
    const late = { package: 'shop', kind: 'visit', ts: '2026-03-03 20:00:00.000', publisher: 'p1', verdict: 'fraud' };
    await ch.insert('traffic', [late]);
    expect(await confirm(shown.id)).toMatchObject({ state: 'marking', share: 0, events: total });
    await runBatch(stores, shown.id, { step: 70 });
    expect(await stateOf(shown.id)).toMatchObject({ state: 'done', share: 1, author: 'ann', undoable: true });
    for (const { row_id } of data) expect(await stored(row_id)).toEqual({ decision: 'clean', verdict: 'clean' });
    expect((await list(asked)).total).toBe(1);
    expect((await list({ decision: 'clean' })).total).toBe(marked + total);

    await undoBatch(owner, database, { package: 'shop', id: shown.id });
    await runBatch(stores, shown.id, { step: 70 });
    expect(await stateOf(shown.id)).toMatchObject({ state: 'undone', undoable: false });
    expect(await everything()).toEqual(before);
  });

  it('goes on where it was stopped without marking twice, may be taken back half way, and respects later decisions', async () => {
    const { id } = await preview('fraud', { publisher: 'p2', decision: 'none' });
    const marked = (await list({ decision: 'fraud', publisher: 'p2' })).total;
    await confirm(id);
    await confirm(id);
    const stop = new AbortController();
    const half = () => stop.abort(new Error('stopped'));
    await expect(runBatch(stores, id, { signal: stop.signal, show: half, step: 40 })).rejects.toThrow('stopped');
    // As if it had been killed before its progress was kept.
    await database.pool.query('UPDATE decision_batch SET marked = 0 WHERE id = $1', [id]);
    const [later] = (
      await database.pool.query<{ row_id: string }>('SELECT row_id FROM event_decision WHERE batch_id = $1', [id])
    ).rows;
    await decideEvent(owner, stores, {
      package: 'shop',
      rowId: later?.row_id ?? '',
      decision: 'clean',
      reason: 'ours',
    });
    await expect(
      runBatch(stores, id, {
        signal: AbortSignal.any([]),
        show: () => {
          throw new Error('again');
        },
        step: 60,
      }),
    ).rejects.toThrow('again');
    const twice = await database.pool.query(
      'SELECT 1 FROM event_decision WHERE batch_id = $1 GROUP BY row_id HAVING count(*) > 1',
      [id],
    );
    expect(twice.rows).toEqual([]);
    expect(await stored(later?.row_id ?? '')).toMatchObject({ decision: 'clean' });
    expect((await list({ decision: 'fraud', publisher: 'p2' })).total).toBe(marked + 59);
    await undoBatch(owner, database, { package: 'shop', id });
    await runBatch(stores, id, { step: 25 });
    expect((await list({ decision: 'fraud', publisher: 'p2' })).total).toBe(marked);
    expect(await stored(later?.row_id ?? '')).toMatchObject({ decision: 'clean' });
  });

  it('is for owners, about what they see, begun by who has previewed it, and about so many events only', async () => {
    await expect(preview('clean', {}, scopeAs({ roleName: 'publisher', publishers: ['p1'] }))).rejects.toThrow(
      'do not have access',
    );
    await expect(preview('clean', {}, scopeAs({ packages: ['other'] }))).rejects.toThrow('this package');
    const agency = scopeAs({ userId: 2, roleName: 'agency', vendors: ['v1'] });
    const { id, events, already } = await preview('fraud');
    expect(events + already).toBe(400);
    await expect(confirm(id, agency)).rejects.toThrow('not kept');
    await confirm(id);
    expect(await batchesOf(agency, database, 'shop')).toEqual([]);
    await expect(undoBatch(agency, database, { package: 'shop', id })).rejects.toThrow('cannot be taken back');
    await expect(preview('none', { decision: 'none' })).rejects.toThrow('No event');
    await ch.command(
      sql`INSERT INTO traffic (package, kind, ts) SELECT 'shop', 'visit', toDateTime64('2026-03-03 20:00:00', 3, 'UTC') FROM numbers(50000)`,
    );
    await expect(preview('fraud')).rejects.toThrow(`${50_000 + events} events`);
  });

  it('adds money up exactly, by currency, of the events whose verdict changes, and says where some is assumed', () => {
    const paid = { verdict: 'fraud', currency: 'EUR', cost: '0.1', assumed: 0 } as const;
    const row = { row_id: '', ms: 0, publisher: 'a', ...paid };
    const rows = [
      row,
      { ...row, cost: '0.2', assumed: 1 },
      { ...row, currency: 'USD', cost: '-3' },
      { ...row, verdict: 'clean' } as const,
    ];
    expect(effectOf(rows, 'clean')).toMatchObject({
      cost: [
        { currency: 'EUR', cost: '0.3', assumed: true },
        { currency: 'USD', cost: '-3', assumed: false },
      ],
      publishers: [{ publisher: 'a', events: 4, changing: 3 }],
    });
    expect(effectOf(rows, 'none').cost).toEqual([]);
  });
});
