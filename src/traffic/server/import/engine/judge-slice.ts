import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { withVerdicts } from '#traffic/server/judge/judge-sql.ts';
import type { Policy } from '#traffic/server/judge/load-policy.ts';
import { origins, windowFacts } from '#traffic/server/judge/window-facts.ts';

const WINDOW = ['repeat_gap_seconds', 'clicks_1m', 'clicks_1h', 'clicks_24h', 'install_repeat_days'];

/** Lookups by row, made anew for every slice. Join tables take no UUID keys. */
export const WINDOW_LOOKUP = sql`(key String, ${trusted(WINDOW.map((name) => `${name} Nullable(Int32)`).join(', '))}) ENGINE = Join(ANY, LEFT, key)`;
export const ORIGIN_LOOKUP = sql`(key String, origin_reason String) ENGINE = Join(ANY, LEFT, key)`;

const lookup = (table: Sql, name: string): Sql => sql`joinGet('${table}', '${trusted(name)}', toString(row_id))`;

/**
 * The same as `judgedRows`, for rows that lie in a table: the few narrow facts are looked up instead of joined, since a
 * join copies all hundred columns of every row it passes on.
 */
export async function judgedSlice(
  clickhouse: ClickHouse,
  tables: { windows: Sql; origins: Sql },
  rows: Sql,
  policy: Policy,
): Promise<Sql> {
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.windows}`);
  await clickhouse.command(sql`TRUNCATE TABLE ${tables.origins}`);
  await clickhouse.command(
    sql`INSERT INTO ${tables.windows} SELECT toString(row_id), ${trusted(WINDOW.join(', '))} FROM (${windowFacts(rows)})`,
    { tag: 'import-windows' },
  );
  const windows = joinSql(
    WINDOW.map((name) => sql`${lookup(tables.windows, name)} AS ${trusted(name)}`),
    ', ',
  );
  const followed = sql`SELECT * REPLACE (${windows}) FROM (${rows}) WHERE kind IN ('install', 'app_event', 're_event')`;
  await clickhouse.command(
    sql`INSERT INTO ${tables.origins} SELECT toString(row_id), origin_reason FROM (${origins(withVerdicts(followed, policy))})`,
    { tag: 'import-origins' },
  );
  const origin = sql`toLowCardinality(${lookup(tables.origins, 'origin_reason')}) AS origin_reason`;
  return withVerdicts(sql`SELECT * REPLACE (${windows}, ${origin}) FROM (${rows})`, policy);
}
