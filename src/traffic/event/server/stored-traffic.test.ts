import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { storedTraffic } from './stored-traffic.ts';

const clickhouse = useClickHouse();

it('counts events, also while changes of them lie in parts of their own', async () => {
  const rows = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => ({
    row_id: randomUUID(),
    package: 'own',
    kind: 'click',
    ts: `${day} 10:00:00`,
  }));
  await clickhouse.insert('traffic', rows);
  const before = await storedTraffic(clickhouse);
  await clickhouse.command(sql`UPDATE traffic SET verdict = 'fraud' WHERE package = 'own'`);
  const after = await storedTraffic(clickhouse);
  expect([before.events, after.events]).toEqual([3, 3]);
  expect(after.parts).toBeGreaterThan(before.parts);
  expect(after.bytes).toBeGreaterThan(before.bytes);
});
