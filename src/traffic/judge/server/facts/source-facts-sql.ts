/**
 * Facts about the source of a row, joined when it is judged: the row of its sub-publisher on its day (UTC) where there
 * is one, else that of the rest of its publisher. They travel as one array in the order of the registry, so that a join
 * copies one column and not eighty. What an event brings is compared with what events of others bring, so that fact has
 * a column of its own.
 */
import type { SqlField } from '#platform/server/clickhouse/condition-sql.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { SOURCE_FACT_NAMES, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { FAMILY_CODE_SQL } from '#traffic/event/server/families.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';

/** Adds the column `source_facts` to rows that are judged; `unknownSource` where they are not looked up. */
export type AddSourceFacts = (rows: Sql) => Sql;

const EMPTY = trusted("CAST([], 'Array(Nullable(Float64))')");

/** What an event is paid for: amounts of different names or currencies say nothing about each other. */
export const AMOUNT_KIND: Sql = trusted('cityHash64(toString(event_name), toString(currency)) % 1099511627776');

/** Over the columns of an event and `usual_amounts` of its source. */
export const REVENUE_TIMES: Sql = sql`if(revenue > 0, toFloat64(revenue) / nullIf(usual_amounts[${AMOUNT_KIND}], 0), NULL)`;

/** Over the columns of an event and the facts of its source: how its delay compares with the commonest there. */
export const DELAY_TIMES = (commonest: Sql): Sql =>
  sql`toFloat64(if(impression_to_click_seconds >= 0, impression_to_click_seconds, click_after_seconds)) / nullIf(${commonest}, 0)`;

/** Facts an event is compared by: what is stored of the source is what with, and each event has its own. */
export const COMPARED_FACTS: readonly SourceFactName[] = ['source_revenue_times', 'source_click_delay_times'];

/** Columns of an event that looking up reads: whose source it is, what it was paid, how soon it followed. */
export const SOURCE_INPUT = [
  'publisher',
  'sub_publisher',
  'kind',
  'ts',
  'revenue',
  'event_name',
  'currency',
  'impression_to_click_seconds',
  'click_after_seconds',
] as const;

/** Columns that looking up adds. */
export const SOURCE_COLUMNS: Sql = trusted(['source_facts', ...COMPARED_FACTS].join(', '));

/** While an import judges its rows nobody knows yet what their sources did: the sweep at its end does. */
export const unknownSource: AddSourceFacts = (rows) =>
  sql`SELECT *, ${EMPTY} AS source_facts, ${trusted(COMPARED_FACTS.map((name) => `CAST(NULL, 'Nullable(Float64)') AS ${name}`).join(', '))} FROM (${rows})`;

/** Event times the rows lie in; days of facts beyond it are not read. Open when absent. */
export interface SourceRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * The facts as they are stored now. Where no end of the range is named, only those of sources that the rows have are
 * looked up: the facts of a month of twenty thousand sources are more than a statement may hold.
 */
export const storedSource =
  (packageName: string, range: SourceRange = {}): AddSourceFacts =>
  (rows) => {
    const keys = sql`SELECT arrayJoin([${keyOf('sub_publisher')}, ${keyOf('rest')}]) FROM (${rows})`;
    const facts = factRows(packageName, range, range.to ? sql`true` : sql`${storedKey} IN (${keys})`);
    return sql`
SELECT * EXCEPT (source_key, facts, usual_amounts), facts AS source_facts, ${REVENUE_TIMES} AS source_revenue_times,
  ${DELAY_TIMES(factOf('source_click_delay_times'))} AS source_click_delay_times
FROM (SELECT r.*, s.facts AS facts, s.usual_amounts AS usual_amounts FROM (SELECT *, if(${keyOf('sub_publisher')} IN (SELECT key FROM (${facts})), ${keyOf('sub_publisher')}, ${keyOf('rest')}) AS source_key FROM (${rows})) AS r
LEFT ANY JOIN (${facts}) AS s ON r.source_key = s.key)`;
  };

/** Rows of `source_fact` that events may be judged by. */
export function storedSources(packageName: string, { from, to }: SourceRange = {}): Sql {
  const days = [
    ...(from ? [sql`AND day >= toDate(${typed("DateTime64(3, 'UTC')", from)})`] : []),
    ...(to ? [sql`AND day <= toDate(${typed("DateTime64(3, 'UTC')", to)})`] : []),
  ];
  return sql`SELECT * FROM source_fact FINAL WHERE package = ${typed('String', packageName)} AND level IN ('sub_publisher', 'rest') ${joinSql(days, ' ')}`;
}

/** `key` and `facts` of sources of a package that have facts. */
const factRows = (packageName: string, range: SourceRange, among: Sql): Sql =>
  sql`SELECT ${storedKey} AS key, ${trusted(`[${SOURCE_FACT_NAMES.join(', ')}]`)} AS facts, usual_amounts FROM (${storedSources(packageName, range)}) WHERE ${among}`;

const factOf = (name: SourceFactName): Sql => trusted(`facts[${SOURCE_FACT_NAMES.indexOf(name) + 1}]`);

/** Fields of conditions over rows that carry `source_facts`. */
export const JUDGED_SQL_FIELDS: Readonly<Record<string, SqlField>> = {
  ...TRAFFIC_SQL_FIELDS,
  ...Object.fromEntries(
    SOURCE_FACT_NAMES.map((name, index): [string, SqlField] => [
      name,
      { valueType: 'number', expression: `source_facts[${index + 1}]` },
    ]),
  ),
  ...Object.fromEntries(
    COMPARED_FACTS.map((name): [string, SqlField] => [name, { valueType: 'number', expression: name }]),
  ),
};

/** The source of an event as a number: its own, or the small ones of its publisher together. */
export function keyOf(level: 'sub_publisher' | 'rest'): Sql {
  // Of names with a dictionary each name is hashed once.
  const site = trusted(level === 'rest' ? "cityHash64('')" : 'cityHash64(sub_publisher)');
  return sql`cityHash64(${trusted(`'${level}'`)}, cityHash64(publisher), ${site}, toUInt8(${FAMILY_CODE_SQL}), toDate(ts))`;
}

/** The same of a row of `source_fact`. */
export const storedKey: Sql = sql`cityHash64(toString(level), cityHash64(publisher), cityHash64(sub_publisher),
  toUInt8(indexOf(${typed('Array(String)', Object.keys(SOURCE_FAMILIES))}, toString(family))), day)`;
