// @drawn one kind of facts among many
import { expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { sweepPackage } from './sweep-package.ts';

const ch = useClickHouse();
const database = useDatabase();

it('a day of 120,000 sources of one event each is counted within the memory of a small machine, and accuses nobody', async () => {
  await createPackage(database, {
    name: 'many',
    title: 'Many',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  });
  await ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, ip, user_agent, verdict)
    SELECT reinterpretAsUUID(sipHash128(number)), 'many', 'click', toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + number % 80000,
      if(number < 60000, concat('p', toString(number)), 'one'), if(number < 60000, '', concat('s', toString(number))),
      number + 1, toIPv6(concat('::ffff:10.', toString(number % 200), '.', toString(number % 251), '.', toString(number % 13))),
      concat('agent ', toString(number % 900)), 'clean'
    FROM numbers(120000)`);
  const span = { package: 'many', from: '2026-03-01', to: '2026-03-01' };
  expect(await sweepPackage({ clickhouse: ch, database }, { ...span, cause: testCause('sweep') })).toMatchObject({
    counted: 1,
    swept: 1,
  });
  const counted = await ch.query(
    sql`SELECT toString(level) AS level, count() AS sources, sum(events) AS events FROM source_day FINAL GROUP BY level ORDER BY level`,
  );
  expect(counted).toEqual([
    { level: 'publisher', sources: 60_001, events: 120_000 },
    { level: 'small', sources: 60_001, events: 120_000 },
  ]);
  expect(await ch.query(sql`SELECT DISTINCT toString(verdict) AS verdict FROM traffic`)).toEqual([
    { verdict: 'clean' },
  ]);
}, 120_000);
