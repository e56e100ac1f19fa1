/** The only builder of the conditions that decide whose traffic is read: scope first, then what was asked for. */
import { allowedPublishers, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { DIMENSION_NAMES, type DimensionName, NOT_REPORTED } from '#traffic/contract/dimensions.ts';
import type { EventKind } from '#traffic/contract/event.ts';
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
    ...oneOf('publisher', publishersOf(scope, asked(filter.where.publisher))),
    ...oneOf('vendor', allowedVendors(scope, asked(filter.where.vendor))),
  ];
  for (const name of DIMENSION_NAMES) {
    if (name === 'publisher' || name === 'vendor') continue;
    const values = asked(filter.where[name]);
    parts.push(...oneOf(name, values.length > 0 ? values : 'all'));
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

/** Traffic without a publisher belongs to none of them: only who may see all publishers may ask for it. */
function publishersOf(scope: Scope, requested: string[]): string[] | 'all' {
  if (!requested.includes('')) return allowedPublishers(scope, requested);
  if (scope.publishers !== 'all') throw appError('foreign_publisher', { field: 'publisher' });
  return requested;
}

function allowedVendors(scope: Scope, requested: string[]): string[] | 'all' {
  const { vendors } = scope;
  if (vendors === 'all') return requested.length > 0 ? requested : 'all';
  const foreign = requested.some((vendor) => !vendors.has(vendor));
  if (foreign) throw appError('forbidden', { field: 'vendor', message: 'You do not have access to this vendor' });
  return requested.length > 0 ? requested : [...vendors];
}

function oneOf(name: DimensionName, values: readonly string[] | 'all'): Sql[] {
  if (values === 'all') return [];
  // An empty list is a scope that allows nothing, and the engine refuses `IN []`.
  if (values.length === 0) return [sql`0`];
  return [sql`${DIMENSION_SQL[name]} IN ${typed('Array(String)', [...values])}`];
}
