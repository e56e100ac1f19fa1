import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouse, openClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#platform/server/clickhouse/migrate.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { CLUSTER, openStandIn, type StandIn } from './clickhouse-over-http.ts';

/** A server that somebody has, for tests of stores: CLICKHOUSE_URL, CLICKHOUSE_USER_FILES and, of replicas, CLICKHOUSE_CLUSTER. */
const GIVEN = process.env['CLICKHOUSE_URL'] ?? '';

/**
 * An engine behind an address, migrated over it as a cluster is: the server that was given, else the stand-in. A given
 * one must be empty, and is empty again afterwards.
 */
export async function openOverHttp(folder: string, { migrate = true }: { migrate?: boolean }): Promise<ClickHouse> {
  const standIn: StandIn | undefined = GIVEN === '' ? await openStandIn() : undefined;
  const userFiles = standIn ? join(folder, 'user-files') : process.env['CLICKHOUSE_USER_FILES'];
  if (standIn && userFiles) await mkdir(userFiles);
  const cluster = standIn ? CLUSTER : process.env['CLICKHOUSE_CLUSTER'];
  const opened = await openClickHouse({ url: standIn?.url ?? GIVEN, cluster, folder, userFiles });
  const [found] = await opened.query<{ n: number }>(
    sql`SELECT count() AS n FROM system.tables WHERE database = currentDatabase()`,
  );
  if (found?.n !== 0)
    throw new Error('The server of CLICKHOUSE_URL has tables in its database "adsieve": tests would remove them');
  if (migrate) await migrateClickHouse(opened, 'db/clickhouse', cluster);
  return {
    ...opened,
    query: (question, options) => opened.query(question, options),
    command: (statement, options) => opened.command(statement, options),
    insert: (table, rows, options) => opened.insert(table, rows, options),
    stream: (question, layout, options) => opened.stream(question, layout, options),
    info: () => opened.info(),
    whileNobodyWrites: (work) => opened.whileNobodyWrites(work),
    get userFiles() {
      return opened.userFiles;
    },
    get changes() {
      return opened.changes;
    },
    async close() {
      if (!standIn) await opened.command(sql`DROP DATABASE adsieve SYNC`);
      await opened.close();
      await standIn?.close();
    },
  };
}
