import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';

/** Facts of some rows, by row id; a row that is not among them has none. */
interface FoundFacts {
  names: readonly string[];
  from: Sql;
}

/** `rows` with these facts in place of whatever they had; all columns, same order. One join takes them all. */
export function withFacts(rows: Sql, found: readonly FoundFacts[]): Sql {
  const names = found.flatMap((each) => each.names);
  const isText = (name: string) => TRAFFIC_SQL_FIELDS[name]?.valueType === 'string';
  const columns = (own: readonly string[]) =>
    trusted(names.map((name) => (own.includes(name) ? name : `${isText(name) ? "''" : 'NULL'} AS ${name}`)).join(', '));
  const parts = found.map((each) => sql`SELECT row_id, ${columns(each.names)} FROM (${each.from})`);
  const merged = names.map((name) => `max(${name}) AS ${name}`).join(', ');
  const given = names.map((name) =>
    isText(name) ? `toLowCardinality(ifNull(f.${name}, '')) AS ${name}` : `f.${name} AS ${name}`,
  );
  return sql`
SELECT r.* REPLACE (${trusted(given.join(', '))})
FROM (${rows}) AS r LEFT ANY JOIN (
  SELECT row_id, ${trusted(merged)} FROM (${joinSql(parts, ' UNION ALL ')}) GROUP BY row_id
) AS f ON r.row_id = f.row_id`;
}
