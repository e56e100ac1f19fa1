import { addDays, FIRST_DAY, LAST_DAY } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { may, maySeeFilter, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { QueryFailed } from '#platform/server/clickhouse/query-errors.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { ID_COLUMNS } from '#traffic/event/contract/own-ids.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { rowId } from '#traffic/explorer/contract/events-endpoints.ts';
import { FIND_DAYS, FOUND_FIELDS, type findEndpoint, MOST_FOUND } from '#traffic/explorer/contract/find-endpoint.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';

type Found = Answer<typeof findEndpoint.find>['data'];

/** Somebody waits for the list under what they type: rather less of it than later. */
const SECONDS = 2;
/** Shorter texts are no ids, and would be compared with every event for nothing. */
const SHORTEST_ID = 6;

interface FindSources {
  clickhouse: Pick<ClickHouse, 'query'>;
  database: Database;
}

/** What a text finds in a package, of that what the scope may see. */
export async function find(
  scope: Scope,
  { clickhouse, database }: FindSources,
  { info, text }: { info: PackageInfo; text: string },
  signal?: AbortSignal,
): Promise<Found> {
  const options = { tag: 'find', timeoutSeconds: SECONDS, ...(signal ? { signal } : {}) };
  const to = await lastDay(clickhouse, info);
  const days = { from: addDays(to, 1 - FIND_DAYS), to, timeZone: info.time_zone };
  const where = trafficWhere(scope, { package: info.package_name, kinds: [], ...days, where: {} });
  const ask = <T>(question: Sql | undefined) => (question ? inTime(clickhouse.query<T>(question, options)) : []);
  const [names, events, rules] = await Promise.all([
    ask<Found['names'][number]>(namesAsked(scope, info.package_name, where, text)),
    ask<Found['events'][number]>(eventsAsked(scope, info, where, text)),
    madeRules(scope, database, info.package_name, text),
  ]);
  return {
    names: (names ?? []).toSorted(byField),
    events: events ?? [],
    rules,
    complete: names !== undefined && events !== undefined,
  };
}

/** In the order of the fields; within one as the engine ranked them. */
const byField = (a: Found['names'][number], b: Found['names'][number]): number =>
  FOUND_FIELDS.indexOf(a.field) - FOUND_FIELDS.indexOf(b.field);

/** Undefined for what took too long. */
const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof QueryFailed && (error.code === 'unavailable' || error.code === 'query_too_heavy'))
      return undefined;
    throw error;
  });

/** Names that begin with the text first, then those with most events. Filters somebody may not see are not looked in. */
function namesAsked(scope: Scope, packageName: string, where: Sql, text: string): Sql | undefined {
  const wanted = typed('String', text);
  const most = typed('UInt32', MOST_FOUND);
  const parts = FOUND_FIELDS.filter((field) => maySeeFilter(scope, packageName, field)).map(
    (
      field,
    ) => sql`(SELECT ${typed('String', field)} AS field, toString(${DIMENSION_SQL[field]}) AS value, count() AS events
      FROM traffic WHERE ${where} AND positionCaseInsensitiveUTF8(${DIMENSION_SQL[field]}, ${wanted}) > 0
      GROUP BY value ORDER BY positionCaseInsensitiveUTF8(value, ${wanted}) = 1 DESC, events DESC, value LIMIT ${most})`,
  );
  return parts.length === 0 ? undefined : sql`SELECT field, value, events FROM (${joinSql(parts, ' UNION ALL ')})`;
}

/** By its own id, which an index finds on any day, or by one of those a file brought, which a publisher does not see. */
function eventsAsked(scope: Scope, info: PackageInfo, where: Sql, text: string): Sql | undefined {
  const found = (tests: Sql): Sql =>
    sql`SELECT row_id, kind, formatDateTime(ts, '%FT%TZ') AS at, verdict
      FROM traffic WHERE ${tests} ORDER BY ts DESC LIMIT ${typed('UInt32', MOST_FOUND)}`;
  const own = rowId.safeParse(text);
  if (own.success) {
    const ever = { from: FIRST_DAY, to: LAST_DAY, timeZone: info.time_zone };
    const all = trafficWhere(scope, { package: info.package_name, kinds: [], ...ever, where: {} });
    return found(sql`${all} AND row_id = ${typed('UUID', own.data)}`);
  }
  if (scope.role === 'publisher' || text.length < SHORTEST_ID) return undefined;
  const tests = ID_COLUMNS.map((column) => sql`${trusted(column)} = ${typed('String', text)}`);
  return found(sql`${where} AND (${joinSql(tests, ' OR ')})`);
}

/** Rules somebody made for the package; the product's own are the same everywhere and known to the browser. */
async function madeRules(scope: Scope, database: Database, packageName: string, text: string): Promise<Found['rules']> {
  if (!may(scope, 'rules.read')) return [];
  const { ruleSet } = await loadPolicy(database, packageName);
  const wanted = text.toLowerCase();
  return (ruleSet.custom ?? [])
    .filter(({ id, title }) => id === text || title.toLowerCase().includes(wanted))
    .slice(0, MOST_FOUND)
    .map(({ id, title }) => ({ id, title }));
}
