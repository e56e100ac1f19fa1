import { eq, sql as pgSql } from 'drizzle-orm';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { feedEntry, feedStep } from './tables.ts';

export interface Step {
  id: number;
  what: (typeof feedStep.$inferSelect)['what'];
  packageName: string | null;
}

/**
 * Changes or removes stored events, and tells the change feed of them: `rows` selects their package, ts and row_id. They
 * are noted before they are written, for afterwards nobody may know them any more; and told when they are written, for a
 * reader gets what is stored when he reads. Whatever stops in between, they are told by `tellLeftOver`.
 */
export async function told<T>(stores: Stores, rows: Sql, write: () => Promise<T>): Promise<T> {
  const step = await open(stores.database, { what: 'rows' });
  await stores.clickhouse.command(
    sql`INSERT INTO told_row (step, package, ts, row_id) SELECT ${typed('UInt64', step.id)}, package, ts, row_id FROM (${rows})`,
    { tag: 'feed-note' },
  );
  const result = await write();
  await tell(stores, step);
  return result;
}

/** The same of rows that one import brings: they are found by its number, between these times. */
export async function toldImport(
  stores: Stores,
  { package: packageName, importId, first, last }: { package: string; importId: number; first: Date; last: Date },
  write: () => Promise<void>,
): Promise<void> {
  const step = await open(stores.database, { what: 'import', packageName, importId, firstTs: first, lastTs: last });
  await write();
  await tell(stores, step);
}

/** The same where all events of packages before a moment go: too many to name. */
export async function toldGone<T>(
  stores: Stores,
  dues: readonly { package: string; before: Date }[],
  write: () => Promise<T>,
): Promise<T> {
  const steps: Step[] = [];
  for (const { package: packageName, before } of dues)
    if (await isKnown(stores.database, packageName))
      steps.push(await open(stores.database, { what: 'before', packageName, lastTs: before }));
  const result = await write();
  for (const step of steps) await tell(stores, step);
  return result;
}

async function open({ db }: Database, step: Omit<typeof feedStep.$inferInsert, 'id'>): Promise<Step> {
  const [opened] = await db
    .insert(feedStep)
    .values(step)
    .returning({ id: feedStep.id, what: feedStep.what, packageName: feedStep.packageName });
  if (!opened) throw new Error('A step of the change feed was not opened');
  return opened;
}

/** Gives a step its place in the feed of each package it is about; once more when it has one. */
export async function tell({ clickhouse, database }: Stores, { id, packageName }: Step): Promise<void> {
  const packages = packageName === null ? await packagesOf(clickhouse, id) : [packageName];
  await database.db.transaction(async (tx) => {
    // In one order, so that two steps over the same packages do not wait for each other.
    for (const name of packages.sort()) {
      const { rows } = await tx.execute<{ seq: string }>(pgSql`
        INSERT INTO feed_head (package_name, seq) SELECT name, 1 FROM package WHERE name = ${name}
        ON CONFLICT (package_name) DO UPDATE SET seq = feed_head.seq + 1 RETURNING seq`);
      const [head] = rows;
      // Of a package that was removed nobody asks.
      if (head) await tx.insert(feedEntry).values({ packageName: name, seq: Number(head.seq), stepId: id });
    }
    await tx.update(feedStep).set({ toldAt: pgSql`now()` }).where(eq(feedStep.id, id));
  });
}

const packagesOf = async (clickhouse: ClickHouse, step: number): Promise<string[]> =>
  (
    await clickhouse.query<{ package: string }>(
      sql`SELECT DISTINCT package FROM told_row WHERE step = ${typed('UInt64', step)}`,
      { tag: 'feed-note' },
    )
  ).map((row) => row.package);

async function isKnown({ pool }: Database, packageName: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT 1 FROM package WHERE name = $1', [packageName]);
  return rows.length > 0;
}
