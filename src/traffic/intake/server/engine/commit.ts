import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { RowOrigin } from './fact-rows.ts';
import type { WorkTables } from './work-tables.ts';

/** First and last time of the rows that a commit makes visible, or made before it was broken off; null for none. */
export async function spanOfCommit(
  clickhouse: ClickHouse,
  tables: WorkTables,
  origin: RowOrigin,
): Promise<{ first: Date; last: Date } | null> {
  const isWaiting = await exists(clickhouse, tables.rows);
  const from = isWaiting ? tables.rows : sql`traffic WHERE ${ownRows(origin)}`;
  const [found] = await clickhouse.query<{ n: number; first: number; last: number }>(
    sql`SELECT count() AS n, toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last FROM ${from}`,
    { lane: isWaiting ? 'light' : 'heavy' },
  );
  return found && found.n > 0 ? { first: new Date(found.first), last: new Date(found.last) } : null;
}

type Months = Map<string, number>;

/**
 * Makes the rows of an import visible, month by month. It can be broken off anywhere and called again: a month counts
 * as done when `traffic` has all of its rows, and half a month is removed first.
 */
export async function commitRows(clickhouse: ClickHouse, tables: WorkTables, origin: RowOrigin): Promise<void> {
  if (!(await exists(clickhouse, tables.rows))) return;
  const own = ownRows(origin);
  const wanted = await months(clickhouse, sql`FROM ${tables.rows}`, 'light');
  const embedded = (await clickhouse.info()).mode === 'embedded';
  const present = await months(clickhouse, sql`FROM traffic WHERE ${own}`, 'heavy');
  for (const [month, rows] of wanted) {
    const there = present.get(month) ?? 0;
    if (there === rows) continue;
    if (there > 0) await removeRows(clickhouse, sql`${own} AND toYYYYMM(ts) = ${trusted(month)}`);
    await (embedded ? attach : copy)(clickhouse, tables.rows, month);
  }
  await claimKnown(clickhouse, tables, origin);
}

export const ownRows = ({ package: name, importId }: Pick<RowOrigin, 'package' | 'importId'>): Sql =>
  sql`package = ${typed('String', name)} AND import_id = ${typed('UInt32', importId)}`;

/** The parts become parts of `traffic` without being copied. The month is a number of ours. */
const attach = (clickhouse: ClickHouse, rows: Sql, month: string): Promise<void> =>
  clickhouse.command(sql`ALTER TABLE traffic ATTACH PARTITION ${trusted(month)} FROM ${rows}`, {
    tag: 'import-commit',
  });

/** A cluster's tables may lie on other machines than the work table. */
const copy = (clickhouse: ClickHouse, rows: Sql, month: string): Promise<void> =>
  clickhouse.command(sql`INSERT INTO traffic SELECT * FROM ${rows} WHERE toYYYYMM(ts) = ${trusted(month)}`, {
    tag: 'import-commit',
  });

export const removeRows = (
  clickhouse: ClickHouse,
  where: Sql,
  table: 'traffic' | 'traffic_replaced' = 'traffic',
): Promise<void> =>
  clickhouse.command(sql`ALTER TABLE ${trusted(table)} DELETE WHERE ${where}`, {
    tag: 'import-remove',
    settings: { mutations_sync: 2 },
  });

/** Rows an earlier import brought too: undoing that one must not remove them. */
async function claimKnown(
  clickhouse: ClickHouse,
  tables: WorkTables,
  { package: name, importId }: RowOrigin,
): Promise<void> {
  await dropClaims(clickhouse, importId);
  await clickhouse.command(
    sql`INSERT INTO import_claim SELECT ${typed('String', name)}, ${typed('UInt32', importId)}, row_id FROM ${tables.known}`,
    { tag: 'import-claim' },
  );
}

export const dropClaims = (clickhouse: ClickHouse, importId: number): Promise<void> =>
  clickhouse.command(sql`ALTER TABLE import_claim DELETE WHERE import_id = ${typed('UInt32', importId)}`, {
    settings: { mutations_sync: 2 },
  });

/** Of work tables not behind a sweep: they are small, and what is loaded is waited for. */
async function months(clickhouse: ClickHouse, from: Sql, lane: 'light' | 'heavy'): Promise<Months> {
  const rows = await clickhouse.query<{ month: string; n: number }>(
    sql`SELECT toString(toYYYYMM(ts)) AS month, count() AS n ${from} GROUP BY month ORDER BY month`,
    { lane },
  );
  return new Map(rows.map(({ month, n }) => [month, n]));
}

export async function exists(clickhouse: ClickHouse, table: Sql): Promise<boolean> {
  const [row] = await clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = ${typed('String', table.pieces.join(''))}`,
  );
  return (row?.n ?? 0) > 0;
}
