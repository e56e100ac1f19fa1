import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';

const PREFIX = 'judge_work_';

/**
 * A table of its own for the length of `work`. Not a TEMPORARY one: those belong to a session, and two statements may
 * run in two sessions.
 */
export async function withWorkTable<T>(
  ch: ClickHouse,
  columns: Sql,
  engine: Sql,
  work: (table: Sql) => Promise<T>,
): Promise<T> {
  await dropLeftOvers(ch);
  const table = trusted(`${PREFIX}${randomUUID().replaceAll('-', '')}`);
  await ch.command(sql`CREATE TABLE ${table} (${columns}) ENGINE = ${engine}`);
  try {
    return await work(table);
  } finally {
    await ch.command(sql`DROP TABLE IF EXISTS ${table}`);
  }
}

const HOUR_MS = 3_600_000;
const lookedAt = new WeakMap<ClickHouse, number>();

/** Of processes that were killed: nothing of ours works for a day. Looked for now and then, not before every table. */
async function dropLeftOvers(ch: ClickHouse): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(ch) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
  lookedAt.set(ch, now);
  const stale = await ch.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, ${typed('String', PREFIX)})
      AND metadata_modification_time < now() - INTERVAL 1 DAY`,
  );
  for (const { name } of stale) await ch.command(sql`DROP TABLE IF EXISTS ${trusted(name)}`);
}
