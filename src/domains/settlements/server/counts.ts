import { STATUS_KEYS } from '#domains/agreements/contract/order-status.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { VIDEO_IMPRESSION } from '#traffic/money/contract/price-bases.ts';
import { bucketSql } from '#traffic/money/server/bucket-sql.ts';
import { IS_UNPAID, OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import type { Period } from './basis.ts';

/** Events of one group that share a bucket. */
export interface CountRow {
  publisher: string;
  campaign: string;
  kind: EventKind;
  event: string;
  /** Which of the stretches between the days at which something changes. */
  stretch: number;
  /** `valid`, `duplicate`, `out_of_window`, `over_cap`, or `invalid.` and the category. */
  bucket: string;
  /** As the source calls the state of the order, in small letters; '' where it says nothing. */
  status: string;
  currency: string;
  units: number;
  /** Of them white-listed although rules hit them. */
  whitelisted: number;
  /** Decimal text. */
  revenue: string;
  /** What the events themselves say they cost, decimal text. */
  cost: string;
  /** 1 where each of them says so. */
  priced: number;
}

/**
 * The events of some days in buckets that exclude each other: an event is in the first that fits, and all together are
 * the gross count. Known bots are outside of it, as on the boards.
 */
export async function countsOf(
  scope: Scope,
  clickhouse: Pick<ClickHouse, 'query'>,
  info: PackageInfo,
  { from, to, kinds, changes, publishers }: Counting,
): Promise<CountRow[]> {
  requireMay(scope, 'money.write');
  if (kinds.length === 0) return [];
  const filter = {
    package: info.package_name,
    kinds,
    from,
    to,
    timeZone: info.time_zone,
    where: publishers.length > 0 ? { publisher: [...publishers] } : {},
  };
  return clickhouse.query<CountRow>(
    sql`SELECT toString(publisher) AS publisher, toString(campaign) AS campaign, toString(kind) AS kind,
        toString(event_name) AS event, ${stretchSql(changes, info.time_zone)} AS stretch, ${bucketSql(info)} AS bucket,
        ${STATUS} AS status, toString(currency) AS currency, count() AS units,
        countIf(bucket = 'valid' AND whitelist_id != 0 AND notEmpty(hits)) AS whitelisted,
        toString(sum(revenue)) AS revenue, toString(sum(cost)) AS cost, toUInt8(cost != 0) AS priced
      FROM traffic
      WHERE ${trafficWhere(scope, filter)} AND verdict != 'filtered' AND NOT ${IS_UNPAID}
        AND (kind != 'vast_tracking' OR event_name = ${typed('String', VIDEO_IMPRESSION)})
      GROUP BY publisher, campaign, kind, event, stretch, bucket, status, currency, priced
      ORDER BY publisher, campaign, kind, event, stretch, bucket, status, currency, priced`,
    { tag: 'settlement', settings: OF_COLUMNS },
  );
}

export interface Counting {
  /** First and last day, both included, in the package's time zone. */
  from: string;
  to: string;
  kinds: readonly EventKind[];
  /** Days on which terms begin or have ended, in order. */
  changes: readonly string[];
  /** None is all. */
  publishers: readonly string[];
}

/** How many of the days lie before the event or on its day. */
const stretchSql = (changes: readonly string[], timeZone: string): Sql =>
  sql`toUInt16(0${joinSql(
    changes.map((day) => sql` + (ts >= toDateTime64(${typed('Date', day)}, 3, ${typed('String', timeZone)}))`),
    '',
  )})`;

const STATUS = sql`lower(${STATUS_KEYS.reduceRight(
  (otherwise, key) => sql`if(extra[${typed('String', key)}] != '', extra[${typed('String', key)}], ${otherwise})`,
  sql`''`,
)})`;

/** Days on which something changes between the first and the last, each once and in order. */
export function changesOf(terms: readonly { from: string; to: string | null }[], from: string, to: string): string[] {
  const days = terms.flatMap((each) => [each.from, ...(each.to === null ? [] : [addDays(each.to, 1)])]);
  return [...new Set(days)].filter((day) => day > from && day <= to).sort();
}

/** First and last day of a stretch. */
export const daysOf = (stretch: number, { changes, from, to }: Pick<Counting, 'changes' | 'from' | 'to'>): Period => ({
  from: dayOf(stretch, changes, from),
  to: stretch < changes.length ? addDays(changes[stretch] ?? to, -1) : to,
});

/** A day that lies in the stretch. */
export const dayOf = (stretch: number, changes: readonly string[], from: string): string =>
  stretch === 0 ? from : (changes[stretch - 1] ?? from);
