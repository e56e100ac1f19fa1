import type { ClickHouse } from './clickhouse/clickhouse.ts';
import type { Database } from './postgres/postgres.ts';

/** Both engines: traffic lies in one, everything else in the other. */
export interface Stores {
  clickhouse: ClickHouse;
  database: Database;
}
