import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { told } from '#traffic/changes/server/tell.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import type { ReplaceDay } from '#traffic/intake/contract/import-endpoints.ts';
import type { WorkTables } from './work-tables.ts';

export interface Replacement {
  package: string;
  importId: number;
  source: string;
  /** Reporting time zone, which decides what a day is. */
  timeZone: string;
  /** Done imports of the same source and report. */
  others: readonly number[];
}

const dayOf = (timeZone: string): Sql => sql`toString(toDate(ts, ${typed('String', timeZone)}))`;
const ofPackage = (name: string): Sql => sql`package = ${typed('String', name)}`;

const broughtBy = (imports: readonly number[]): Sql =>
  imports.length === 0
    ? sql`false`
    : sql`import_id IN (${joinSql(
        imports.map((id) => typed('UInt32', id)),
        ', ',
      )})`;

/** What the import may replace: events of the others that do not stand in its own file too. */
const replaceable = ({ package: name, source, others }: Replacement, { known }: WorkTables): Sql =>
  sql`${ofPackage(name)} AND source = ${typed('String', source)} AND ${broughtBy(others)}
    AND row_id NOT IN (SELECT row_id FROM ${known})`;

/** The days of the file, each with the events it has and those it would replace. */
export function planReplacement(
  clickhouse: ClickHouse,
  tables: WorkTables,
  replacement: Replacement,
): Promise<ReplaceDay[]> {
  const day = dayOf(replacement.timeZone);
  const inFile = sql`SELECT ts FROM ${tables.rows} UNION ALL
    SELECT ts FROM traffic WHERE ${ofPackage(replacement.package)} AND row_id IN (SELECT row_id FROM ${tables.known})`;
  return clickhouse.query<ReplaceDay>(
    sql`SELECT day, sum(fresh) AS fresh, sum(stored) AS stored FROM (
      SELECT ${day} AS day, count() AS fresh, 0 AS stored FROM (${inFile}) GROUP BY day UNION ALL
      SELECT ${day} AS day, 0 AS fresh, count() AS stored FROM traffic WHERE ${replaceable(replacement, tables)} GROUP BY day
    ) GROUP BY day HAVING fresh > 0 ORDER BY day`,
    { lane: 'heavy', tag: 'import-plan' },
  );
}

const replacedBy = (importId: number): Sql => sql`replaced_by = ${typed('UInt32', importId)}`;

/**
 * Sets the events of these days aside, to come back when the import is undone. Doing it again, also after it was broken
 * off anywhere, changes nothing. Returns how many are set aside.
 */
export async function replaceDays(
  stores: Stores,
  tables: WorkTables,
  replacement: Replacement,
  days: readonly string[],
): Promise<number> {
  const { clickhouse } = stores;
  const columns = trusted((await sharedColumns(clickhouse)).join(', '));
  const by = replacedBy(replacement.importId);
  const aside = sql`SELECT row_id FROM traffic_replaced WHERE ${by}`;
  await clickhouse.command(
    sql`INSERT INTO traffic_replaced (${columns}, replaced_by)
      SELECT ${columns}, ${typed('UInt32', replacement.importId)} FROM traffic
      WHERE ${replaceable(replacement, tables)} AND ${dayOf(replacement.timeZone)} IN ${typed('Array(String)', [...days])}
        AND row_id NOT IN (${aside})`,
    { tag: 'import-replace' },
  );
  const going = sql`${ofPackage(replacement.package)} AND ${broughtBy(replacement.others)} AND row_id IN (${aside})`;
  await told(stores, sql`SELECT package, ts, row_id FROM traffic WHERE ${going}`, () =>
    clickhouse.command(sql`ALTER TABLE traffic DELETE WHERE ${going}`, {
      tag: 'import-replace-remove',
      settings: { mutations_sync: 2, allow_nondeterministic_mutations: 1 },
    }),
  );
  const [found] = await clickhouse.query<{ n: number }>(sql`SELECT count() AS n FROM traffic_replaced WHERE ${by}`, {
    lane: 'heavy',
  });
  return found?.n ?? 0;
}

/** Rows set aside for an import, with some of their columns. */
export const rowsReplacedBy = (importId: number, columns: Sql): Sql =>
  sql`SELECT ${columns} FROM traffic_replaced WHERE ${replacedBy(importId)}`;

export interface LaterReplacement {
  importId: number;
  days: readonly string[];
}

/**
 * Brings back what an import had replaced, as if it had never been: days that a later import of the same source and
 * report replaces too are replaced by that one; events that came again another way are claimed by their old import.
 * Can be broken off anywhere and called again.
 */
export async function restoreReplaced(
  stores: Stores,
  { package: name, importId, timeZone }: { package: string; importId: number; timeZone: string },
  later: readonly LaterReplacement[],
): Promise<void> {
  const { clickhouse } = stores;
  const by = replacedBy(importId);
  const columns = trusted((await sharedColumns(clickhouse)).join(', '));
  const there = sql`FROM traffic WHERE ${ofPackage(name)} AND row_id IN (SELECT row_id FROM traffic_replaced WHERE ${by})`;
  await clickhouse.command(
    sql`INSERT INTO import_claim SELECT package, import_id, row_id FROM traffic_replaced
      WHERE ${by} AND row_id IN (SELECT row_id ${there}) AND (row_id, import_id) NOT IN (SELECT row_id, import_id ${there})`,
    { tag: 'import-restore' },
  );
  const settings = { mutations_sync: 2, allow_nondeterministic_mutations: 1 };
  for (const next of later)
    await clickhouse.command(
      sql`ALTER TABLE traffic_replaced UPDATE replaced_by = ${typed('UInt32', next.importId)}
        WHERE ${by} AND ${dayOf(timeZone)} IN ${typed('Array(String)', [...next.days])} AND row_id NOT IN (SELECT row_id ${there})`,
      { tag: 'import-restore', settings },
    );
  const coming = sql`FROM traffic_replaced WHERE ${by} AND row_id NOT IN (SELECT row_id ${there})`;
  await told(stores, sql`SELECT package, ts, row_id ${coming}`, () =>
    clickhouse.command(sql`INSERT INTO traffic (${columns}) SELECT ${columns} ${coming}`, { tag: 'import-restore' }),
  );
  await clickhouse.command(sql`ALTER TABLE traffic_replaced DELETE WHERE ${by}`, { tag: 'import-restore', settings });
}

/** Columns of `traffic`, all of which the table of replaced events has afterwards. */
async function sharedColumns(clickhouse: ClickHouse): Promise<string[]> {
  const [columns, aside] = await Promise.all([
    trafficColumns(clickhouse, 'traffic'),
    trafficColumns(clickhouse, 'traffic_replaced'),
  ]);
  for (const [name, type] of columns)
    if (!aside.has(name))
      await clickhouse.command(
        sql`ALTER TABLE traffic_replaced ADD COLUMN IF NOT EXISTS ${trusted(name)} ${trusted(type)}`,
      );
  return [...columns.keys()];
}
