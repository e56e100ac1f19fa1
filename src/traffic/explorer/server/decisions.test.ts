import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { type Grant, scopeOf } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { restoreDecisions } from '#traffic/judge/server/restore-decisions.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { decideEvent } from './decide.ts';
import { eventFilter } from './event-filter.ts';
import { listEvents } from './event-list.ts';

const ch = useClickHouse();
const database = useDatabase();
const stores = { clickhouse: ch, database };

const grant: Grant = {
  userId: 1,
  userName: 'ann',
  sessionId: 's',
  roleName: 'customer',
  packages: ['shop'],
  publishers: [],
  vendors: [],
};
const owner = scopeOf(grant);

beforeAll(() =>
  createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'app',
    timeZone: 'Asia/Kolkata',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);
beforeEach(async () => {
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await importEvents(ch, database, 'shop', eventsWithFacts(400, 3, defaultRuleSet()));
});

const filterOf = (query: object) =>
  eventFilter(
    { fromDate: '2026-02-01', toDate: '2026-05-01', ...query },
    { package_name: 'shop', time_zone: 'Asia/Kolkata' },
  );
const list = (query: object = {}) =>
  listEvents(owner, ch, { filter: filterOf(query), search: '', sort: 'newest', limit: 500 });
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
