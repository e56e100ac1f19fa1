import { ORGANIC } from '#domains/reattribution/contract/changes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { IS_UNPAID } from '#traffic/money/server/money-sql.ts';
import {
  type Asked,
  badTouches,
  CAMPAIGN,
  CAUSE,
  CLICK,
  CONTRIBUTORS,
  contributorSql,
  conversionsWhere,
  DEVICE,
  EARNED_AT,
  HOURS,
  IS_CLAIM,
  isBadTouch,
  isInvalid,
  sharedKeys,
  TOUCH_AT,
  touchesWhere,
} from './touch-sql.ts';
import { WINDOW_HOURS } from './walk.ts';

const hours = (type: keyof typeof WINDOW_HOURS): Sql => trusted(String(WINDOW_HOURS[type] * 3600));
const windowOf = (isClick: Sql): Sql => sql`if(${isClick} = 1, ${hours('click')}, ${hours('view')})`;
/** A touch as it is compared: clicks before views, the newest first, of one moment the later name. */
const NO_TOUCH = sql`(toUInt8(0), toDateTime64(0, 3, 'UTC'), '', '')`;
const DROPPED = sql`fault IN ('claim', 'invalid', 'out_of_window')`;

/**
 * One row for each install or event, with what becomes of its credit: the walk of `walk.ts` for millions. Only those
 * whose touch is dropped are looked at further, so what the engine holds grows with what moves, not with the traffic.
 */
export function conversionsSql(scope: Scope, asked: Asked): Sql {
  const told = CONTRIBUTORS.map((n) => toldSql(n, asked));
  return sql`SELECT row_id, happened_at, of_kind, source, source_campaign, event, paid_in, earned, priced_at, cause,
      if(${DROPPED}, arrayReverseSort([found, ${joinSql(told, ', ')}])[1], ${NO_TOUCH}) AS touch,
      multiIf(fault = 'removed', 'removed', NOT ${DROPPED}, 'kept', touch.3 = '', 'to_organic', touch.3 = source, 'kept', 'moved') AS change,
      fault AS why,
      multiIf(change = 'kept', source, change = 'moved', touch.3, change = 'to_organic', ${typed('String', ORGANIC)}, '') AS credited,
      multiIf(change = 'kept' AND touch.3 = '', source_campaign, change IN ('kept', 'moved'), touch.4, '') AS credited_campaign
    FROM (${baseSql(scope, asked)}) AS b LEFT JOIN (${ownSql(scope, asked)}) AS w USING (row_id)`;
}

/** The best of our own touches for each whose credit is dropped, and which touches of its device are bad. */
function ownSql(scope: Scope, asked: Asked): Sql {
  const touches = sql`SELECT arrayJoin(arrayFilter(k -> k != 0, [t_device, t_click])) AS key, t_device, t_click, is_click, touched_at,
      touch_source, touch_campaign, bad
    FROM (SELECT ${DEVICE} AS t_device, ${CLICK} AS t_click, toUInt8(kind != 'impression') AS is_click, ts AS touched_at,
        toString(publisher) AS touch_source, ${CAMPAIGN} AS touch_campaign, ${isBadTouch(asked.info)} AS bad
      FROM traffic WHERE ${touchesWhere(scope, asked)})`;
  const dropped = sql`SELECT row_id, source, earned_at, fault, device_key, click_key, touch_second,
      arrayJoin(arrayFilter(k -> k != 0, [device_key, click_key])) AS key
    FROM (${baseSql(scope, asked)}) WHERE ${DROPPED}`;
  const isTwin = sql`touch_source = source AND (fault = 'claim' OR (click_key != 0 AND t_click = click_key)
    OR toUnixTimestamp(touched_at) = touch_second)`;
  const ofDevice = sql`device_key != 0 AND t_device = device_key`;
  return sql`SELECT row_id,
      maxIf((is_click, touched_at, touch_source, touch_campaign),
        NOT bad AND dateDiff('millisecond', touched_at, earned_at) < ${windowOf(sql`is_click`)} * 1000 AND NOT (${isTwin})) AS found,
      groupUniqArrayIf(1000)((touch_source, toUnixTimestamp(touched_at)), bad AND ${ofDevice}) AS bad_touches,
      groupUniqArrayIf(1000)((touch_source, toUnixTimestamp(touched_at)), NOT bad AND ${ofDevice}) AS good_touches
    FROM (${touches}) AS t INNER JOIN (${dropped}) AS d ON t.key = d.key
    WHERE touched_at <= earned_at AND dateDiff('millisecond', touched_at, earned_at) < ${windowOf(sql`1`)} * 1000
    GROUP BY row_id`;
}

/** Each event with what speaks against the touch its source credited: '' is nothing, `removed` that it never was. */
function baseSql(scope: Scope, asked: Asked): Sql {
  const where = conversionsWhere(scope, asked);
  const shared = sharedKeys(where);
  const bad = badTouches(scope, asked);
  return sql`SELECT *, if(raw_device IN (${shared}), toUInt64(0), raw_device) AS device_key,
      if(raw_click IN (${shared}), toUInt64(0), raw_click) AS click_key,
      multiIf(is_unpaid, if(is_invalid, 'removed', ''), is_invalid, if(is_claim, 'claim', 'removed'), is_decided, '',
        (click_key, source, toUInt32(0)) IN (${bad}) OR (device_key, source, touch_second) IN (${bad}), 'invalid',
        hours = 0 OR (hours > 0 AND isNotNull(touch_at) AND dateDiff('millisecond', assumeNotNull(touch_at), earned_at) >= hours * 3600000), 'out_of_window',
        '') AS fault
    FROM (SELECT row_id, ts AS happened_at, toString(kind) AS of_kind, ${IS_UNPAID} AS is_unpaid,
        if(is_unpaid, ${typed('String', ORGANIC)}, toString(publisher)) AS source, ${CAMPAIGN} AS source_campaign,
        toString(event_name) AS event, toString(currency) AS paid_in, revenue AS earned, cost AS priced_at, extra, import_id,
        ${CAUSE} AS cause, ${IS_CLAIM} AS is_claim, ${isInvalid(asked.info)} AS is_invalid, decision = 'clean' AS is_decided,
        ${EARNED_AT} AS earned_at, ${TOUCH_AT} AS touch_at,
        toUnixTimestamp(ifNull(touch_at, toDateTime64(0, 3, 'UTC'))) AS touch_second,
        ${DEVICE} AS raw_device, ${CLICK} AS raw_click, ${HOURS} AS hours
      FROM traffic WHERE ${where})`;
}

/** A contributor that is valid and within its window, as a touch. */
function toldSql(n: (typeof CONTRIBUTORS)[number], { zones }: Asked): Sql {
  const { publisher, campaign, isClick, at, isPaid } = contributorSql(n, zones);
  const time = sql`ifNull(${at}, toDateTime64(0, 3, 'UTC'))`;
  const second = sql`toUnixTimestamp(${time})`;
  return sql`if(${DROPPED} AND isNotNull(${at}) AND ${isPaid} AND ${time} <= earned_at
      AND dateDiff('millisecond', ${time}, earned_at) < ${windowOf(isClick)} * 1000
      AND NOT (${publisher} = source AND (fault = 'claim' OR ${second} = touch_second))
      AND (NOT has(bad_touches, (${publisher}, ${second})) OR has(good_touches, (${publisher}, ${second}))),
    (${isClick}, ${time}, ${publisher}, ${campaign}), ${NO_TOUCH})`;
}
