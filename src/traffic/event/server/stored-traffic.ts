import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';

interface StoredTraffic {
  events: number;
  /** On the disk. */
  bytes: number;
  parts: number;
}

/**
 * Events of all packages and what they take of the disk. Rows of parts are not events: what a verdict was changed to
 * lies in parts of its own until they are merged.
 */
export async function storedTraffic(clickhouse: Pick<ClickHouse, 'query'>): Promise<StoredTraffic> {
  const [stored] = await clickhouse.query<StoredTraffic>(
    sql`SELECT (SELECT count() FROM traffic) AS events, sum(bytes_on_disk) AS bytes, count() AS parts
      FROM system.parts WHERE active AND database = currentDatabase() AND table = 'traffic'`,
    { tag: 'stored-traffic' },
  );
  return stored ?? { events: 0, bytes: 0, parts: 0 };
}
