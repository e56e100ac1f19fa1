/** The only builder of the conditions that decide whose traffic is read: scope first, then what was asked for. */
import {
  type Allowed,
  allowedPublishers,
  allowedVendors,
  requirePackage,
  type Scope,
} from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { DIMENSION_NAMES, type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { DIMENSION_SQL } from './dimension-sql.ts';

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
}

/**
 * `package = … AND kind IN … AND ts …` over `traffic`. `'all'`, `''` and absent ask for everything the scope allows;
 * a foreign package, publisher or vendor that is named throws (403).
 */
export function trafficWhere(scope: Scope, filter: TrafficFilter): Sql {
  const parts = [
    sql`package = ${typed('String', requirePackage(scope, filter.package))}`,
    ...(filter.kinds.length > 0 ? [sql`kind IN ${typed('Array(String)', [...filter.kinds])}`] : []),
    betweenDays(filter),
    ...oneOf('publisher', named(allowedPublishers, scope, asked(filter.where.publisher))),
    ...oneOf('vendor', named(allowedVendors, scope, asked(filter.where.vendor))),
  ];
  for (const name of DIMENSION_NAMES) {
    if (name === 'publisher' || name === 'vendor') continue;
    const values = asked(filter.where[name]);
    parts.push(...oneOf(name, values.length > 0 ? new Set(values) : 'all'));
  }
  return joinSql(parts, ' AND ');
}

/**
 * The days as the package sees them. The engine's own day table turns a date into its first instant, so a day that
 * begins at 01:00 (clocks put forward at midnight) and 23- or 25-hour days agree with `toDate(ts, zone)` on the boards.
 */
export function betweenDays({ from, to, timeZone }: Pick<TrafficFilter, 'from' | 'to' | 'timeZone'>): Sql {
  const zone = typed('String', timeZone);
  return sql`ts >= toDateTime64(${typed('Date', from)}, 3, ${zone}) AND ts < toDateTime64(${typed('Date', to)} + 1, 3, ${zone})`;
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
  allow: (scope: Scope, requested: readonly string[]) => Allowed,
  scope: Scope,
  requested: readonly string[],
): Allowed {
  if (!requested.includes('')) return allow(scope, requested);
  const everything = allow(scope, []);
  return everything === 'all' ? new Set(requested) : allow(scope, [NOT_REPORTED]);
}

function oneOf(name: DimensionName, values: Allowed): Sql[] {
  return values === 'all' ? [] : [sql`${DIMENSION_SQL[name]} IN ${typed('Array(String)', [...values])}`];
}
