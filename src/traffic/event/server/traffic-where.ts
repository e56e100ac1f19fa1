/** The only builder of the conditions that decide whose traffic is read: scope first, then what was asked for. */
import {
  type Allowed,
  allowedPublishers,
  allowedVendors,
  requirePackage,
  type Scope,
} from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { DIMENSION_NAMES, type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { type AskedKey, isBlockKey, isFactKey, MORE_KEYS, type MoreKey } from '#traffic/event/contract/keys.ts';
import { DIMENSION_SQL } from './dimension-sql.ts';
import { keySql } from './key-sql.ts';

export interface TrafficFilter {
  package: string;
  /** Empty means every kind. */
  kinds: readonly EventKind[];
  /** First and last day, both included, in `timeZone`. */
  from: string;
  to: string;
  /** The package's reporting time zone (IANA name). */
  timeZone: string;
  where: Partial<Record<DimensionName, string[]>>;
  /** Values that are left out. It only narrows, so a foreign one that is named here says nothing. */
  not?: Partial<Record<DimensionName, string[]>>;
  /** Clock, calendar and facts, by the values of their keys. */
  keys?: KeyFilters;
}

export type KeyFilters = Partial<Record<MoreKey, string[]>>;

/**
 * Where a table says whose a row is, of which kind and when. What it does not say is `none`, so that nobody leaves it
 * out unnoticed: who is kept to some publishers sees nothing of a table without publishers.
 */
export interface ScopedTable {
  package: Sql;
  publisher: Sql | 'none';
  vendor: Sql | 'none';
  kind: Sql | 'none';
  /** A DateTime or DateTime64. */
  time: Sql;
  /** What its rows can be filtered by, as text that is empty when not reported. */
  dimensions: Readonly<Partial<Record<DimensionName, Sql>>>;
}

export const TRAFFIC_TABLE: ScopedTable = {
  package: sql`package`,
  publisher: DIMENSION_SQL.publisher,
  vendor: DIMENSION_SQL.vendor,
  kind: sql`kind`,
  time: sql`ts`,
  dimensions: DIMENSION_SQL,
};

/** `scopedWhere` over `traffic`. */
export const trafficWhere = (scope: Scope, filter: TrafficFilter): Sql => scopedWhere(scope, filter, TRAFFIC_TABLE);

/**
 * `package = … AND kind IN … AND ts …` over a table. `'all'`, `''` and absent ask for everything the scope allows; a
 * foreign package, publisher or vendor that is named throws (403), a dimension that the table does not have as well
 * (400).
 */
export function scopedWhere(
  scope: Scope,
  { kinds, where, not = {}, keys = {}, ...filter }: Omit<TrafficFilter, 'kinds'> & { kinds: readonly string[] },
  table: ScopedTable,
): Sql {
  if (kinds.length > 0 && table.kind === 'none') throw new RangeError('The table knows no kinds');
  const parts = [
    sql`${table.package} = ${typed('String', requirePackage(scope, filter.package))}`,
    ...(kinds.length > 0 && table.kind !== 'none' ? [sql`${table.kind} IN ${typed('Array(String)', [...kinds])}`] : []),
    betweenDays(filter, table.time),
    ...among(table.publisher, 'publisher', named(scope, allowedPublishers, asked(where.publisher)), where),
    ...among(table.vendor, 'vendor', named(scope, allowedVendors, asked(where.vendor)), where),
  ];
  for (const name of DIMENSION_NAMES) {
    if (name === 'publisher' || name === 'vendor') continue;
    const values = asked(where[name]);
    if (values.length > 0) parts.push(...among(table.dimensions[name] ?? 'none', name, new Set(values), where));
  }
  for (const name of DIMENSION_NAMES) {
    const column = table.dimensions[name];
    const values = asked(not[name]);
    if (values.length === 0) continue;
    if (!column) throw appError('malformed', { field: name });
    parts.push(sql`${column} NOT IN ${typed('Array(String)', values)}`);
  }
  return joinSql([...parts, ...ofKeys(scope, keys, filter.timeZone)], ' AND ');
}

/** @throws forbidden for facts that a publisher names: it would learn step by step what rules look at */
function ofKeys(scope: Scope, keys: KeyFilters, timeZone: string): Sql[] {
  return MORE_KEYS.flatMap((name) => {
    const values = asked(keys[name]);
    if (values.length === 0) return [];
    mayAskFor(scope, name);
    return sql`${keySql(name, timeZone)} IN ${typed('Array(String)', values)}`;
  });
}

/** @throws forbidden */
export function mayAskFor(scope: Scope, key: AskedKey): void {
  if (scope.role === 'publisher' && (isFactKey(key) || isBlockKey(key))) throw appError('forbidden', { field: key });
}

/**
 * The days as the package sees them. The engine's own day table turns a date into its first instant, so a day that
 * begins at 01:00 (clocks put forward at midnight) and 23- or 25-hour days agree with `toDate(ts, zone)` on the boards.
 */
export function betweenDays(
  { from, to, timeZone }: Pick<TrafficFilter, 'from' | 'to' | 'timeZone'>,
  time: Sql = TRAFFIC_TABLE.time,
): Sql {
  const zone = typed('String', timeZone);
  return sql`${time} >= toDateTime64(${typed('Date', from)}, 3, ${zone}) AND ${time} < toDateTime64(${typed('Date', to)} + 1, 3, ${zone})`;
}

/** What was really asked for: nothing when one value is `all`, and never the empty text. */
function asked(values: readonly string[] | undefined): string[] {
  if (!values || values.includes('all')) return [];
  return values.filter((value) => value !== '').map((value) => (value === NOT_REPORTED ? '' : value));
}

/**
 * What the scope allows of what was asked. Rows that name no publisher (vendor) belong to none of them, so only who may
 * see all may ask for them.
 */
function named(
  scope: Scope,
  allow: (scope: Scope, requested: readonly string[]) => Allowed,
  requested: readonly string[],
): Allowed {
  if (!requested.includes('')) return allow(scope, requested);
  const everything = allow(scope, []);
  return everything === 'all' ? new Set(requested) : allow(scope, [NOT_REPORTED]);
}

function among(column: Sql | 'none', name: DimensionName, values: Allowed, where: TrafficFilter['where']): Sql[] {
  if (values === 'all') return [];
  if (column !== 'none') return [sql`${column} IN ${typed('Array(String)', [...values])}`];
  if (asked(where[name]).length > 0) throw appError('malformed', { field: name });
  return [sql`0`];
}
