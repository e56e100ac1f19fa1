/**
 * Facts about the source of a row, joined when it is judged: the row of its sub-publisher on its day (UTC) where there is
 * one, else that of the rest of its publisher. They travel as one array in the order of the registry, so that a join
 * copies one column and not eighty.
 */
import type { SqlField } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, SOURCE_FAMILIES } from '#traffic/contract/source-facts.ts';
import { TRAFFIC_SQL_FIELDS } from '../store/field-sql.ts';

/** Adds the column `source_facts` to rows that are judged; `unknownSource` where they are not looked up. */
export type AddSourceFacts = (rows: Sql) => Sql;

const EMPTY = trusted("CAST([], 'Array(Nullable(Float64))')");

/** While an import judges its rows nobody knows yet what their sources did: the sweep at its end does. */
export const unknownSource: AddSourceFacts = (rows) => sql`SELECT *, ${EMPTY} AS source_facts FROM (${rows})`;

/** Event times the rows lie in; days of facts beyond it are not read. Open when absent. */
export interface SourceRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The facts as they are stored now. */
export const storedSource =
  (packageName: string, range: SourceRange = {}): AddSourceFacts =>
  (rows) =>
    sql`
SELECT r.* EXCEPT (source_key), s.facts AS source_facts
FROM (SELECT *, if(${keyOf('sub_publisher')} IN (SELECT key FROM (${factRows(packageName, range)})), ${keyOf('sub_publisher')}, ${keyOf('rest')}) AS source_key FROM (${rows})) AS r
LEFT ANY JOIN (${factRows(packageName, range)}) AS s ON r.source_key = s.key`;

/** `key` and `facts` of every source of a package that has facts. */
function factRows(packageName: string, { from, to }: SourceRange = {}): Sql {
  const days = [
    ...(from ? [sql`AND day >= toDate(${typed("DateTime64(3, 'UTC')", from)})`] : []),
    ...(to ? [sql`AND day <= toDate(${typed("DateTime64(3, 'UTC')", to)})`] : []),
  ];
  return sql`SELECT cityHash64(toString(level), toString(publisher), toString(sub_publisher), toString(family), day) AS key,
    ${trusted(`[${SOURCE_FACT_NAMES.join(', ')}]`)} AS facts
  FROM source_fact FINAL WHERE package = ${typed('String', packageName)} AND level IN ('sub_publisher', 'rest') ${joinSql(days, ' ')}`;
}

/** Fields of conditions over rows that carry `source_facts`. */
export const JUDGED_SQL_FIELDS: Readonly<Record<string, SqlField>> = {
  ...TRAFFIC_SQL_FIELDS,
  ...Object.fromEntries(
    SOURCE_FACT_NAMES.map((name, index): [string, SqlField] => [
      name,
      { valueType: 'number', expression: `source_facts[${index + 1}]` },
    ]),
  ),
};

const FAMILY_OF_KIND = Object.entries(SOURCE_FAMILIES).flatMap(([family, kinds]) =>
  kinds.map((kind): [string, string] => [kind, family]),
);

const words = (values: readonly string[]): string => `[${values.map((value) => `'${value}'`).join(', ')}]`;
const FAMILY = `transform(toString(kind), ${words(FAMILY_OF_KIND.map(([kind]) => kind))}, ${words(FAMILY_OF_KIND.map(([, family]) => family))}, '')`;

function keyOf(level: 'sub_publisher' | 'rest'): Sql {
  const site = level === 'rest' ? "''" : 'toString(sub_publisher)';
  return trusted(`cityHash64('${level}', toString(publisher), ${site}, ${FAMILY}, toDate(ts))`);
}
