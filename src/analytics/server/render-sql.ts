import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { GROUP_OWNER } from '#traffic/event/server/held-rows.ts';
import { isFraud, MEASURE_SQL, ORDER_SQL } from './measure-sql.ts';
import type { Query } from './query.ts';
import { MOST_GROUPS } from './shared-reading.ts';

/** The query as SQL. Values are bound; every identifier comes from a registry. */
export function renderSql(query: Query): Sql {
  const keys = keysOf(query);
  const days = query.byDay ? [sql`toDate(ts, ${typed('String', query.timeZone)}) AS day`] : [];
  const measures = query.measures.map((name) => sql`${MEASURE_SQL[name](query)} AS ${trusted(name)}`);
  const groups = query.page ? [sql`count() OVER () AS groups`] : [];
  const grouping = [...keys.map((key) => key.alias), ...(query.byDay ? [sql`day`] : [])];
  return lines(
    clause('SELECT', [...keys.map((key) => key.select), ...days, ...measures, ...groups, GROUP_OWNER]),
    sql`FROM traffic`,
    conditions(query),
    clause('GROUP BY', grouping),
    orderBy(query),
    query.page && sql`LIMIT ${typed('UInt64', query.page.limit)} OFFSET ${typed('UInt64', query.page.offset)}`,
  );
}

/**
 * What fraud costs by name and currency. No condition on the cost: it would be unpacked for every row to be asked, and
 * costs nothing to add.
 */
export function renderCostSql(query: Query, by: DimensionName): Sql {
  const where = [...query.where, isFraud(query)];
  return lines(
    sql`SELECT ${DIMENSION_SQL[by]} AS name, currency, toString(sum(cost)) AS amount, ${GROUP_OWNER}`,
    sql`FROM traffic`,
    sql`WHERE ${joinSql(where, '\n  AND ')}`,
    sql`GROUP BY name, currency`,
    sql`ORDER BY name, currency`,
    sql`LIMIT ${typed('UInt64', MOST_GROUPS)}`,
  );
}

interface Key {
  expression: Sql;
  select: Sql;
  alias: Sql;
}

function keysOf({ name, underPublisher }: Query): Key[] {
  const keys: Key[] = [];
  if (underPublisher) keys.push({ expression: sql`publisher`, select: sql`publisher`, alias: sql`publisher` });
  if (name) {
    const expression = DIMENSION_SQL[name];
    keys.push({ expression, select: sql`${expression} AS name`, alias: sql`name` });
  }
  return keys;
}

function conditions(query: Query): Sql {
  const parts = query.topNames ? [...query.where, amongTopNames(query, query.topNames)] : query.where;
  return sql`WHERE ${joinSql(parts, '\n  AND ')}`;
}

/** The names that lead over the whole range; without it a trend would hold other names each day. */
function amongTopNames(query: Query, limit: number): Sql {
  const keys = keysOf(query).map((key) => key.expression);
  const tuple = sql`(${joinSql(keys, ', ')})`;
  const leading = sql`${MEASURE_SQL.fraud(query)} DESC, count() DESC, ${tuple}`;
  return sql`${tuple} IN (
    SELECT ${joinSql(keys, ', ')} FROM traffic WHERE ${joinSql(query.where, ' AND ')}
    GROUP BY ${joinSql(keys, ', ')} ORDER BY ${leading} LIMIT ${typed('UInt64', limit)})`;
}

/** Equal rows are ordered by name, so that pages neither repeat nor lose one. */
function orderBy({ byDay, order, underPublisher, name }: Query): Sql | undefined {
  const parts: Sql[] = [];
  if (byDay) parts.push(sql`day`);
  // Sub-publishers stay together under their publisher whatever they are sorted by.
  if (underPublisher) parts.push(sql`publisher`);
  if (order && !byDay) parts.push(order.descending ? sql`${ORDER_SQL[order.by]} DESC` : ORDER_SQL[order.by]);
  if (name && (byDay || order?.by !== 'name')) parts.push(sql`name`);
  return clause('ORDER BY', parts);
}

const clause = (keyword: string, parts: readonly Sql[]): Sql | undefined =>
  parts.length > 0 ? sql`${trusted(keyword)} ${joinSql(parts, ', ')}` : undefined;

const lines = (...parts: readonly (Sql | undefined)[]): Sql =>
  joinSql(
    parts.filter((part) => part !== undefined),
    '\n',
  );
