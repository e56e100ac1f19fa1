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
  // An install alone of its person has no window facts; most are.
  const mayRepeat = sql`SELECT person FROM (${rows}) WHERE kind = 'install' GROUP BY person HAVING count() > 1`;
  const looked = sql`SELECT * FROM (${rows}) WHERE kind != 'install' OR person IN (${mayRepeat})`;
  await clickhouse.command(
    sql`INSERT INTO ${tables.windows} SELECT toString(row_id), ${trusted(WINDOW.join(', '))} FROM (${windowFacts(looked)})`,
    { tag: 'import-windows' },
  );
  const windows = joinSql(
    WINDOW.map((name) => sql`${lookup(tables.windows, name)} AS ${trusted(name)}`),
    ', ',
  );
  // Only installs that an event of the same person follows can leave anything to inherit.
  const followers = sql`SELECT person FROM (${rows}) WHERE kind IN ('app_event', 're_event')`;
  const installs = sql`SELECT * REPLACE (${windows}) FROM (${rows}) WHERE kind = 'install' AND person IN (${followers})`;
  const heirs = sql`SELECT * FROM (${rows}) WHERE kind IN ('app_event', 're_event')
    AND person IN (SELECT person FROM (${rows}) WHERE kind = 'install')`;
  const seen = trusted('row_id, package, person, kind, ts, verdict, reason');
  const family = sql`SELECT ${seen} FROM (${withVerdicts(installs, policy)}) UNION ALL SELECT ${seen} FROM (${heirs})`;
  await clickhouse.command(
    sql`INSERT INTO ${tables.origins} SELECT toString(row_id), origin_reason FROM (${origins(family)})`,
    { tag: 'import-origins' },
  );
  const origin = sql`toLowCardinality(${lookup(tables.origins, 'origin_reason')}) AS origin_reason`;
  return withVerdicts(sql`SELECT * REPLACE (${windows}, ${origin}) FROM (${rows})`, policy);
}
