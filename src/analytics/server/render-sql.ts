import { joinSql, render, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { groupOwner } from '#traffic/event/server/held-rows.ts';
import { keySql } from '#traffic/event/server/key-sql.ts';
import { keyAlias, type Query } from './query.ts';

/** The query as SQL. Values are bound; every identifier comes from a registry. */
export function renderSql(query: Query): Sql {
  const { table, columns } = query.dataset;
  const keys = keysOf(query);
  const days = query.byDay ? [sql`toDate(${columns.time}, ${typed('String', query.timeZone)}) AS day`] : [];
  const measures = query.measures.map((name) => sql`${measureSql(query, name)} AS ${trusted(name)}`);
  const groups = query.page ? [sql`count() OVER () AS groups`] : [];
  const grouping = [...keys.map((key) => key.alias), ...(query.byDay ? [sql`day`] : [])];
  return lines(
    clause('SELECT', [...keys.map((key) => key.select), ...days, ...measures, ...groups, groupOwner(columns.package)]),
    sql`FROM ${table}`,
    conditions(query),
    clause('GROUP BY', grouping),
    (query.name || query.keys) && !query.byDay ? having(query) : undefined,
    orderBy(query),
    query.page && sql`LIMIT ${typed('UInt64', query.page.limit)} OFFSET ${typed('UInt64', query.page.offset)}`,
  );
}

interface Key {
  expression: Sql;
  select: Sql;
  alias: Sql;
}

function keysOf(query: Query): Key[] {
  const keys: Key[] = [];
  if (query.underPublisher) keys.push(keyOf(dimensionSql(query, 'publisher'), 'publisher'));
  if (query.name) keys.push(keyOf(dimensionSql(query, query.name), 'name'));
  for (const [at, key] of (query.keys ?? []).entries()) keys.push(keyOf(keySql(key, query.timeZone), keyAlias(at)));
  return keys;
}

function keyOf(expression: Sql, name: string): Key {
  const alias = trusted(name);
  const isColumn = render(expression).query === name;
  return { expression, select: isColumn ? expression : sql`${expression} AS ${alias}`, alias };
}

export function dimensionSql({ dataset }: Pick<Query, 'dataset'>, name: DimensionName): Sql {
  const found = dataset.columns.dimensions[name];
  if (!found) throw new RangeError(`The dataset has no dimension ${name}`);
  return found;
}

function measureSql(query: Query, name: string): Sql {
  const count = query.dataset.measures[name];
  if (!count) throw new RangeError(`No SQL counts ${name}`);
  return count(query);
}

function conditions(query: Query): Sql {
  const parts = query.topNames ? [...query.where, amongTopNames(query, query.topNames)] : query.where;
  return sql`WHERE ${joinSql(parts, '\n  AND ')}`;
}

/**
 * The names that lead over the whole range by a counted measure; without it a trend would hold other names each day.
 */
function amongTopNames(query: Query, limit: number): Sql {
  const keys = keysOf(query).map((key) => key.expression);
  const tuple = sql`(${joinSql(keys, ', ')})`;
  const leading = sql`${measureSql(query, query.order?.by ?? 'total')} DESC, ${measureSql(query, 'total')} DESC, ${tuple}`;
  return sql`${tuple} IN (
    SELECT ${joinSql(keys, ', ')} FROM ${query.dataset.table} WHERE ${joinSql(query.where, ' AND ')}
    GROUP BY ${joinSql(keys, ', ')} HAVING ${measureSql(query, 'total')} > 0 ORDER BY ${leading} LIMIT ${typed('UInt64', limit)})`;
}

/** What nothing was counted of is no row: a publisher of known bots alone. A ranking may ask for more. */
function having({ ranked }: Query): Sql {
  const counted = sql`HAVING total > 0`;
  if (!ranked) return counted;
  const enough = sql`${trusted(ranked.least.measure)} >= ${typed('UInt64', ranked.least.count)}`;
  return sql`${counted} AND ${enough} AND name NOT IN ${typed('Array(String)', [...ranked.without])}`;
}

/** Equal rows are ordered by name, so that pages neither repeat nor lose one. */
function orderBy(query: Query): Sql | undefined {
  const { byDay, order, underPublisher, name } = query;
  const parts: Sql[] = [];
  if (byDay) parts.push(sql`day`);
  const asked = order && !byDay ? [directed(orderSql(query, order.by), order.descending)] : [];
  const under = underPublisher ? [sql`publisher`] : [];
  // Names mean something under their publisher only; by numbers the worst come first, whosever they are.
  parts.push(...(order?.by === 'name' ? [...under, ...asked] : [...asked, ...under]));
  if (name && (byDay || order?.by !== 'name')) parts.push(sql`name`);
  parts.push(...(query.keys ?? []).map((_, at) => trusted(keyAlias(at))));
  return clause('ORDER BY', parts);
}

const directed = (by: Sql, descending: boolean): Sql => (descending ? sql`${by} DESC` : by);

/**
 * Whether rows can be ordered by it: their name, what is counted of them, a derived measure with an order of its own.
 */
export const canOrder = ({ dataset, measures, keys = [] }: Query, by: string): boolean =>
  by === 'name' ||
  keys.some((_, at) => keyAlias(at) === by) ||
  measures.includes(by) ||
  Object.hasOwn(dataset.order ?? {}, by);

function orderSql(query: Query, by: string): Sql {
  if (!canOrder(query, by)) throw new RangeError(`Rows cannot be ordered by ${by}`);
  return query.dataset.order?.[by] ?? trusted(by);
}

const clause = (keyword: string, parts: readonly Sql[]): Sql | undefined =>
  parts.length > 0 ? sql`${trusted(keyword)} ${joinSql(parts, ', ')}` : undefined;

const lines = (...parts: readonly (Sql | undefined)[]): Sql =>
  joinSql(
    parts.filter((part) => part !== undefined),
    '\n',
  );
