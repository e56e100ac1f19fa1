/**
 * Facts that depend on other events of the same person, in SQL. They count by event time, ties broken by row id, so the
 * order of arrival never shows. Only the few columns that matter are sorted, then joined back by row id: carrying the
 * whole wide row through the sorts takes five times as long.
 */
import { joinSql, type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { withFullest } from './fullest.ts';

const SECOND = 1_000;
const REPEATING = trusted(`('click', 're_click', 'impression', 'click_impression')`);
const COUNTED = trusted(`('click', 're_click', 'impression', 'click_impression', 'visit')`);

/** `person` is 0 when nobody can be told apart; such rows have no window facts. */
const LOOKED_AT = sql`person != 0 AND kind IN ('click', 're_click', 'impression', 'click_impression', 'visit', 'install')`;

/**
 * Without a sound device id a person is an address with an agent: two phones of one office are not one device twice.
 */
const DEVICE_INSTALL = sql`kind = 'install' AND device_id_class = 'valid'`;

/** A reinstall or re-attribution says itself that it is not a new install. */
const NEW_INSTALL = sql`${DEVICE_INSTALL} AND install_type NOT IN ('reinstall', 're-attribution')`;

/**
 * What is the same again: the campaign. People whom only address and agent tell apart, the colleagues of an office, are
 * one person only where it is the very ad.
 */
const AD = trusted(`concat(if(campaign != '', concat('c', campaign), concat('p', publisher)),
      if(device_id_class = 'valid', '', concat('\\n', placement, '\\n', creative)))`);

/** Spans clicks are counted in. */
const SPANS = { clicks_1m: 60, clicks_1h: 3_600, clicks_24h: 86_400 } as const;

/** Columns that window facts and patterns are made from, with their types. */
export const WINDOW_INPUT = {
  row_id: 'UUID',
  package: 'LowCardinality(String)',
  kind: 'LowCardinality(String)',
  ts: "DateTime64(3, 'UTC')",
  person: 'UInt64',
  publisher: 'LowCardinality(String)',
  sub_publisher: 'LowCardinality(String)',
  campaign: 'LowCardinality(String)',
  placement: 'LowCardinality(String)',
  creative: 'LowCardinality(String)',
  event_name: 'LowCardinality(String)',
  install_type: 'LowCardinality(String)',
  device_id_class: 'LowCardinality(String)',
  click_id: 'String',
  video_seconds: 'Nullable(Int32)',
  revenue: 'Decimal(20, 6)',
} as const;

/** Window facts most events of their kinds have. */
export const WINDOW_NAMES = [
  'repeat_gap_seconds',
  'clicks_1m',
  'clicks_1h',
  'clicks_24h',
  'install_repeat_days',
] as const;

/**
 * Only row_id and the window facts, only of rows that can have some. `rows` holds all events of the persons in it, or
 * at least those a window reaches. It is read twice: a table or a cheap SELECT, not a parser. Memory grows with its
 * rows, so callers slice by person. Clicks and re-engagement clicks are one flow; every other kind counts itself.
 */
export function windowFacts(rows: Sql): Sql {
  const counts = Object.keys(SPANS).map(
    (name) => sql`if(kind IN ${COUNTED}, ${trusted(name)}, NULL) AS ${trusted(name)}`,
  );
  const before = sql`
SELECT row_id, package, person, kind, flow, ms,
  if(kind IN ${REPEATING}, toInt32(intDiv(ms - lagInFrame(toNullable(ms)) OVER same, ${trusted(`${SECOND}`)})), NULL)
    AS repeat_gap_seconds,
  if(device_install, toInt32(intDiv(ms - max(booked) OVER earlier, ${trusted(`${86_400 * SECOND}`)})), NULL)
    AS install_repeat_days
FROM (
  SELECT row_id, package, person, kind,
    if(kind = 're_click', 'click', toString(kind)) AS flow,
    toUnixTimestamp64Milli(ts) AS ms,
    ${AD} AS ad,
    ${DEVICE_INSTALL} AS device_install,
    if(${NEW_INSTALL}, ms, NULL) AS booked
  FROM (${rows}) WHERE ${LOOKED_AT}
)
WINDOW same AS (PARTITION BY package, person, kind, ad ORDER BY ms, row_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW),
  earlier AS (PARTITION BY package, person, flow ORDER BY ms, row_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  return sql`
SELECT row_id, repeat_gap_seconds, install_repeat_days, ${joinSql(counts, ', ')}
FROM (${withFullest(before, { key: 'package, person, flow', spans: SPANS })})`;
}

/** How long before its install a click can have led to it: the longest window that networks offer. */
const CLAIM_MS = 30 * 86_400 * SECOND;

/**
 * The second pass, after installs have their verdicts: what the install that an event belongs to was called, when it is
 * fraud or suspect. Of what follows, that is the latest install of their person up to then; of a click, the next
 * install of its person at the same source, which it was paid for. Only row_id and these, only of events with an
 * origin. An install at the very moment of the event came first, one at the moment of its click after it.
 */
export function origins(rows: Sql): Sql {
  return sql`
SELECT row_id, origin.2 AS origin_reason, origin.1 AS origin_verdict FROM (
  SELECT row_id, kind, splitByChar(' ', ifNull(if(kind != 'click',
      last_value(install) IGNORE NULLS OVER (PARTITION BY package, person ORDER BY ms, kind != 'install', row_id
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
      first_value(install) IGNORE NULLS OVER (PARTITION BY package, person, publisher, sub_publisher
        ORDER BY ms, kind = 'install', row_id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)), '')) AS said,
    if(kind = 'click' AND toInt64OrZero(said[3]) - ms > ${trusted(`${CLAIM_MS}`)}, ('', ''), (said[1], said[2])) AS origin
  FROM (
    SELECT row_id, package, person, kind, publisher, sub_publisher, toUnixTimestamp64Milli(ts) AS ms,
      if(kind = 'install', if(verdict IN ('fraud', 'suspect'), concat(toString(verdict), ' ', toString(reason), ' ', toString(ms)), ''), NULL) AS install
    FROM (${rows}) WHERE person != 0 AND kind IN ('install', 'click', 'app_event', 're_event')
  )
) WHERE kind != 'install' AND origin_verdict != ''`;
}
