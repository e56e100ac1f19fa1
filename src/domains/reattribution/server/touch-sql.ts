import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { isPlaceholder } from '#traffic/event/server/placeholder.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { IS_UNPAID, UNPAID } from '#traffic/money/server/money-sql.ts';
import { WINDOW_HOURS } from './walk.ts';

/** What is asked of the credits of a package. */
export interface Asked {
  info: PackageInfo;
  /** First and last day, both included, in the package's time zone. */
  from: string;
  to: string;
  kinds: readonly EventKind[];
  /** Imports whose times are of another zone than UTC, by zone: contributors are kept as the file wrote them. */
  zones: readonly { zone: string; imports: readonly number[] }[];
}

/** Touches are our own clicks and impressions; those of an own video tag are told as impressions of the link they carry. */
const TOUCH_KINDS = ['click', 'click_impression', 'impression'] as const satisfies readonly EventKind[];
/** Before the first day: the longest window that networks have, of events the time since their install as well. */
const LOOK_BACK_DAYS = { install: 30, event: 90 } as const;

/** Events that are not paid for because of their verdict. */
export const isInvalid = ({ suspect_counts_as }: Pick<PackageInfo, 'suspect_counts_as'>): Sql =>
  suspect_counts_as === 'fraud' ? sql`verdict IN ('fraud', 'suspect')` : sql`verdict = 'fraud'`;

/** Device as a number; 0 where none is told or its id is none. */
export const DEVICE = sql`if(device_id_class = 'valid', cityHash64(lower(device_id)), toUInt64(0))`;
export const CLICK = sql`if(click_id = '' OR ${isPlaceholder('click_id')}, toUInt64(0), cityHash64(click_id))`;
export const CAMPAIGN = sql`toString(campaign)`;

/** Clicks and views among which somebody is looked for, in the days and the window before them. */
export const touchesWhere = (scope: Scope, { info, from, to, kinds }: Omit<Asked, 'zones'>): Sql =>
  sql`${trafficWhere(scope, {
    package: info.package_name,
    kinds: TOUCH_KINDS,
    from: addDays(from, -LOOK_BACK_DAYS[kinds.includes('install') ? 'install' : 'event']),
    to,
    timeZone: info.time_zone,
    where: {},
  })} AND NOT ${IS_UNPAID}`;

/** A touch that earns nothing. That it inherited the verdict of its install says nothing about the touch. */
export const isBadTouch = (info: PackageInfo): Sql =>
  sql`((${isInvalid(info)} OR verdict = 'filtered' OR handling IN ('blocked', 'ended', 'redirected', 'challenged'))
    AND reason != 'evt.inherited')`;

/** What may have brought an event of these kinds: primary, and no re-engagement. */
export const conversionsWhere = (scope: Scope, { info, from, to, kinds }: Omit<Asked, 'zones'>): Sql =>
  sql`${trafficWhere(scope, { package: info.package_name, kinds, from, to, timeZone: info.time_zone, where: {} })}
    AND verdict != 'filtered' AND attribution != 'non-primary' AND install_type NOT IN ('re-engagement', 're-attribution')`;

/**
 * Keys that name no one person: a device of several models or with more installs than anybody makes, and a click that
 * several devices or many people claim.
 */
export const sharedKeys = (where: Sql): Sql =>
  sql`SELECT shared_key FROM (SELECT arrayJoin([(${DEVICE}, toUInt8(1)), (${CLICK}, toUInt8(0))]) AS keyed, keyed.1 AS shared_key,
      keyed.2 AS is_device, device_model AS model, kind = 'install' AS is_install, ${DEVICE} AS of_device, person
    FROM traffic WHERE ${where}) WHERE shared_key != 0
    GROUP BY shared_key, is_device HAVING if(is_device = 1, uniqUpToIf(3)(model, model != '') > 3 OR countIf(is_install) > 20,
      uniqUpToIf(1)(of_device, of_device != 0) > 1 OR uniqUpTo(5)(person) > 5)`;

/**
 * Touches all of whose records are bad, as (key, publisher, second): by device to the second, by click with a second of 0.
 */
export const badTouches = (scope: Scope, asked: Asked): Sql =>
  sql`SELECT touch_key, source, second FROM (SELECT arrayJoin([(${DEVICE}, toUnixTimestamp(ts)), (${CLICK}, toUInt32(0))]) AS keyed,
      keyed.1 AS touch_key, keyed.2 AS second, toString(publisher) AS source, ${isBadTouch(asked.info)} AS bad
    FROM traffic WHERE ${touchesWhere(scope, asked)}) WHERE touch_key != 0
      AND touch_key IN (SELECT arrayJoin([${DEVICE}, ${CLICK}]) FROM traffic WHERE ${touchesWhere(scope, asked)} AND ${isBadTouch(asked.info)})
    GROUP BY touch_key, source, second HAVING min(bad) = 1`;

/** What an install or event tells of the touch its source credited. */
export const TOUCH_AT = sql`coalesce(click_time, impression_time)`;
export const IS_VIEW = sql`(isNull(click_time) AND isNotNull(impression_time))`;
/** When the credit was earned. */
export const EARNED_AT = sql`if(kind = 'app_event', ifNull(install_time, ts), ts)`;
const LOOK_BACK = sql`extra['attribution_lookback']`;
/** Hours of its window; -1 where it does not matter, 0 where it was over. */
export const HOURS = sql`multiIf(decision = 'clean' OR (kind = 'app_event' AND isNull(install_time)), toInt32(-1),
  handling_reason = 'out_of_window', toInt32(0),
  match(${LOOK_BACK}, '^[0-9]{1,3}d$'), toInt32(toUInt16OrZero(replaceOne(${LOOK_BACK}, 'd', '')) * 24),
  match(${LOOK_BACK}, '^[0-9]{1,3}h$'), toInt32(toUInt16OrZero(replaceOne(${LOOK_BACK}, 'h', ''))),
  ${IS_VIEW}, toInt32(${trusted(String(WINDOW_HOURS.view))}), toInt32(${trusted(String(WINDOW_HOURS.click))}))`;
/** The rule behind an invalid event, of one that inherits the verdict of its install that of the install. */
export const CAUSE = sql`if(reason = 'evt.inherited', toString(origin_reason), toString(reason))`;
/** A real person, and a click that claims what it did not bring. */
export const IS_CLAIM = sql`(startsWith(${CAUSE}, 'clk.') OR ${CAUSE} = 'dev.click_mismatch')`;

/** Places of contributors in the exports that tell them. */
export const CONTRIBUTORS = [1, 2, 3] as const;

/** A contributor as the export tells it; its time is null where none can be read. */
export function contributorSql(n: (typeof CONTRIBUTORS)[number], zones: Asked['zones']) {
  const field = (name: string): Sql => sql`trimBoth(extra[${typed('String', `contributor_${n}_${name}`)}])`;
  const at = (zone: string): Sql =>
    sql`parseDateTime64BestEffortOrNull(${field('touch_time')}, 3, ${typed('String', zone)})`;
  const elsewhere = zones.flatMap(({ zone, imports }) => [
    sql`import_id IN ${typed('Array(UInt32)', [...imports])}`,
    sql`toTimeZone(${at(zone)}, 'UTC')`,
  ]);
  return {
    publisher: field('media_source'),
    campaign: field('campaign'),
    isClick: sql`toUInt8(lower(${field('touch_type')}) NOT IN ('impression', 'view'))`,
    at: elsewhere.length > 0 ? sql`multiIf(${joinSql(elsewhere, ', ')}, ${at('UTC')})` : at('UTC'),
    isPaid: sql`lower(${field('media_source')}) NOT IN ${typed('Array(String)', UNPAID)}`,
  };
}
