import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';

const PREFIX = 'judge_work_';

/**
 * Tables of one piece of work, gone when it ends: `await using scratch = openScratch(clickhouse)`. Not TEMPORARY ones:
 * those belong to a session, and two statements may run in two sessions.
 */
export interface Scratch extends AsyncDisposable {
  readonly clickhouse: ClickHouse;
  /** A new, empty table. */
  table(columns: Sql, engine: Sql): Promise<Sql>;
}

export function openScratch(clickhouse: ClickHouse): Scratch {
  const tables: Sql[] = [];
  return {
    clickhouse,
    async table(columns, engine) {
      await dropLeftOvers(clickhouse);
      const table = trusted(`${PREFIX}${randomUUID().replaceAll('-', '')}`);
      // Before it is there: a statement that was broken off may still have made it.
      tables.push(table);
      await clickhouse.command(sql`CREATE TABLE ${table} (${columns}) ENGINE = ${engine}`);
      return table;
    },
    async [Symbol.asyncDispose]() {
      // What cannot be dropped is left to `dropLeftOvers`: it must not hide why the work failed. Without SYNC a server
      // keeps what was dropped in its memory for eight minutes.
      for (const table of tables.reverse())
        await clickhouse.command(sql`DROP TABLE IF EXISTS ${table} SYNC`).catch(() => {});
    },
  };
}

const HOUR_MS = 3_600_000;
const lookedAt = new WeakMap<ClickHouse, number>();

/** Of processes that were killed: nothing of ours works for a day. Looked for now and then, not before every table. */
async function dropLeftOvers(clickhouse: ClickHouse): Promise<void> {
  const now = performance.now();
  if (now - (lookedAt.get(clickhouse) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
  lookedAt.set(clickhouse, now);
  const stale = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, ${typed('String', PREFIX)})
      AND metadata_modification_time < now() - INTERVAL 1 DAY`,
  );
  for (const { name } of stale) await clickhouse.command(sql`DROP TABLE IF EXISTS ${trusted(name)} SYNC`);
}
