import { beforeAll, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { openScratch } from '#traffic/event/server/scratch.ts';
import { REPORTED } from '#traffic/money/server/money-sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { importEvents } from '../../testing/import-events.ts';
import { findDifferences, storedRows, writeDifferences } from './write-changes.ts';

const ch = useClickHouse();
const database = useDatabase();
const id = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

beforeAll(() =>
  createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);

it('leaves an event alone that a person decided about after it was compared', async () => {
  const install = { kind: 'install', ts: '2026-03-01 00:00:00.000', ip_class: 'datacenter' };
  await importEvents(
    ch,
    database,
    'shop',
    [1, 2].map((n) => ({ ...install, person: n, row_id: id(n) })),
  );
  await using scratch = openScratch(ch);
  const wanted = sql`SELECT * REPLACE (CAST('suspect', 'Enum8(\\'clean\\' = 1, \\'suspect\\' = 2, \\'fraud\\' = 3)') AS verdict) FROM (${storedRows(sql`package = 'shop'`)})`;
  const differences = await findDifferences(scratch, wanted);
  if (!differences) throw new Error('Both differ');
  await ch.command(
    sql`UPDATE traffic SET decision = 'clean', verdict = 'clean' WHERE row_id = ${typed('UUID', id(1))}`,
  );
  await writeDifferences(
    ch,
    { package: 'shop', database, timeZone: 'UTC', money: async () => REPORTED, record: async () => {} },
    differences,
  );
  expect(await ch.query(sql`SELECT toString(verdict) AS verdict FROM traffic ORDER BY row_id`)).toEqual([
    { verdict: 'clean' },
    { verdict: 'suspect' },
  ]);
});
