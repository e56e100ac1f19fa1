import { beforeAll, beforeEach } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { testCause } from '#traffic/judge/testing/test-cause.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { type SweepRequest, sweepPackage } from '../server/sweep/sweep-package.ts';

const TABLES = ['traffic', 'source_day', 'source_fact', 'source_swept', 'source_counted'];

/** Engines with one package, without traffic and without anything counted before each test. */
export function useSweptPackage(name: string, platform: 'app' | 'web' = 'app') {
  const ch = useClickHouse();
  const database = useDatabase();
  const clear = async (): Promise<void> => {
    for (const table of TABLES) await ch.command(sql`TRUNCATE TABLE ${trusted(table)}`);
  };
  beforeAll(() =>
    createPackage(database, { name, title: name, platform, timeZone: 'UTC', currency: 'EUR', dashboardTypes: [] }),
  );
  beforeEach(clear);
  const sweep = (request: Omit<SweepRequest, 'package' | 'cause'>) =>
    sweepPackage({ clickhouse: ch, database }, { ...request, package: name, cause: testCause('sweep') });
  return { ch, database, clear, sweep };
}
