import { beforeAll, beforeEach } from 'vitest';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { importEvents } from './import-events.ts';

/**
 * Events of a package as an import leaves them, and nothing else in `traffic`, before each test of the file. They are
 * imported once and then laid back: the engine takes a second to plan what an import asks it, and a copy hardly any.
 * Call it after the hook that makes the package.
 */
export function useStoredEvents(
  ch: ClickHouse,
  database: Database,
  packageName: string,
  events: readonly { row_id: string }[],
): void {
  beforeAll(async () => {
    await importEvents(ch, database, packageName, events);
    await ch.command(sql`CREATE TABLE imported AS traffic`);
    await ch.command(sql`INSERT INTO imported SELECT * FROM traffic`);
  });
  beforeEach(async () => {
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await ch.command(sql`INSERT INTO traffic SELECT * FROM imported`);
  });
}
