import { firstClaimable } from '#domains/evidence/contract/claim-windows.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { VIDEO_IMPRESSION } from '#traffic/money/contract/price-bases.ts';
import { bucketSql } from '#traffic/money/server/bucket-sql.ts';

/** What an evidence file is about, as it is stored. */
export interface Subject {
  publisher: string;
  periodFrom: string;
  periodTo: string;
  /** '' is all. */
  campaign: string;
  event: string;
  category: string;
  windowDays: number | null;
}

/** What is known of events that other files claim: their marks. */
export interface Claims {
  marks: readonly string[];
}

const filterOf = ({ package_name, time_zone }: PackageInfo, { publisher, periodFrom, periodTo }: Subject) => ({
  package: package_name,
  kinds: [],
  from: periodFrom,
  to: periodTo,
  timeZone: time_zone,
  where: { publisher: [publisher] },
});

/** Whatever the publisher brought in these days and is counted when it is paid. */
export const countedWhere = (scope: Scope, info: PackageInfo, subject: Subject): Sql =>
  // The name itself once more: as a filter "all" is everybody.
  sql`${trafficWhere(scope, filterOf(info, subject))} AND publisher = ${typed('String', subject.publisher)}
    AND verdict != 'filtered' AND (kind != 'vast_tracking' OR event_name = ${typed('String', VIDEO_IMPRESSION)})`;

/** Of those the ones an evidence file of it holds. */
export function subjectWhere(scope: Scope, info: PackageInfo, subject: Subject): Sql {
  const { campaign, event, category } = subject;
  const bucket = bucketSql(info);
  return joinSql(
    [
      countedWhere(scope, info, subject),
      category === ''
        ? sql`(${bucket} = 'duplicate' OR startsWith(${bucket}, 'invalid.'))`
        : sql`${bucket} = ${typed('String', category)}`,
      ...(campaign === '' ? [] : [sql`campaign = ${typed('String', campaign)}`]),
      ...(event === '' ? [] : [sql`event_name = ${typed('String', event)}`]),
    ],
    ' AND ',
  );
}

/** 1 for an event that another file claims. Events are told by days as well, so that few marks are read. */
export const claimedBefore = (
  { package_name }: PackageInfo,
  { periodFrom, periodTo }: Subject,
  { marks }: Claims,
): Sql =>
  marks.length === 0
    ? sql`toUInt8(0)`
    : sql`toUInt8(row_id IN (SELECT row_id FROM evidence_claim WHERE package = ${typed('String', package_name)}
        AND claim IN ${typed('Array(UUID)', [...marks])}
        AND day BETWEEN ${typed('Date', periodFrom)} AND ${typed('Date', periodTo)}))`;

/** 1 for an event that is older than the window of the claim. */
export const isLate = ({ today, time_zone }: PackageInfo, { windowDays }: Subject): Sql =>
  windowDays === null
    ? sql`toUInt8(0)`
    : sql`toUInt8(ts < toDateTime64(${typed('Date', firstClaimable(today, windowDays))}, 3, ${typed('String', time_zone)}))`;

export const dayIn = ({ time_zone }: Pick<PackageInfo, 'time_zone'>): Sql =>
  sql`toString(toDate(ts, ${typed('String', time_zone)}))`;
