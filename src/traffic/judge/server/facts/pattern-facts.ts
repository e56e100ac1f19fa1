/**
 * Window facts that few events have: patterns of one person that take several events to show. Each part first names the
 * persons or slots that can show it at all, so that a file without them pays for a few counts and no sort. They count
 * by event time, ties told apart by row id, and every window grows in one direction: linear for a bot with a million
 * events.
 */
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { AD_INCOME_EVENTS } from '#traffic/rules/server/event-kinds.ts';
import { withFullest } from './fullest.ts';
import { videoConflicts } from './video-conflict.ts';

export const PATTERN_COLUMNS = {
  clicks_before_install: 'Nullable(Int32)',
  click_gap_cv_percent: 'Nullable(Int32)',
  idle_seconds: 'Nullable(Int32)',
  reclicks_24h: 'Nullable(Int32)',
  stacked_campaigns: 'Nullable(Int32)',
  pace_mean_seconds: 'Nullable(Int32)',
  pace_cv_percent: 'Nullable(Int32)',
  campaign_views_24h: 'Nullable(Int32)',
  video_conflict: 'LowCardinality(String)',
  click_days_30d: 'Nullable(Int32)',
  click_after_seconds: 'Nullable(Int32)',
  steps_before_purchase: 'Nullable(Int32)',
} as const;

export type PatternColumn = keyof typeof PATTERN_COLUMNS;
export const PATTERN_NAMES = Object.keys(PATTERN_COLUMNS) as readonly PatternColumn[];

const DAY_MS = 86_400_000;
const MS = trusted('toUnixTimestamp64Milli(ts)');
/** Fewer clicks have no gaps to compare. */
const LEAST_CLICKS = trusted('3');
/** As many gaps are compared; a person seldom keeps a beat so long. */
const GAPS = 10;
/** From so many gaps on their mean says something; how even they are needs all of them. */
const LEAST_GAPS = 3;

/** Each with the kinds it is about: without one of each group no row shows it. */
const PARTS: readonly { part: (rows: Sql) => Part; needs: readonly (readonly EventKind[])[] }[] = [
  { part: engagement, needs: [['click'], ['install']] },
  { part: returns, needs: [['re_click']] },
  { part: paces, needs: [['visit', 'impression', 'click_impression']] },
  { part: views, needs: [['impression', 'click_impression', 'vast_request']] },
  { part: videos, needs: [['vast_tracking']] },
  { part: clickDays, needs: [['click']] },
  { part: clicked, needs: [['impression'], ['click']] },
  { part: steps, needs: [['install'], ['app_event']] },
  { part: (rows) => stacks(rows, 0), needs: [['impression', 'click_impression']] },
  // Seconds begin twice, half a second apart: a stack that lies across the end of one lies within the other.
  { part: (rows) => stacks(rows, 500), needs: [['impression', 'click_impression']] },
];

/**
 * Only row_id and the pattern facts, only of rows that have one. `rows` holds all events of the persons in it; with
 * `kinds`, those there are, what they cannot show is not asked for: for a few events understanding the question is most
 * of the work. Null when they can show nothing.
 */
export function patternFacts(rows: Sql): Sql;
export function patternFacts(rows: Sql, kinds: ReadonlySet<EventKind>): Sql | null;
export function patternFacts(rows: Sql, kinds: ReadonlySet<EventKind> = new Set(EVENT_KINDS)): Sql | null {
  const parts = PARTS.filter(({ needs }) => needs.every((group) => group.some((kind) => kinds.has(kind)))).map(
    ({ part }) => part(rows),
  );
  if (parts.length === 0) return null;
  const columns = PATTERN_NAMES.map((name) => `max(p_${name}) AS ${name}`).join(', ');
  return sql`SELECT row_id, ${trusted(columns)} FROM (${union(parts)}) GROUP BY row_id`;
}

export const INSTALL_PATTERNS = ['clicks_before_install', 'click_gap_cv_percent'] as const;

/** The part of it that installs have: what their verdict, which events inherit, depends on. */
export function installPatterns(rows: Sql): Sql {
  const names = INSTALL_PATTERNS.map((name) => `p_${name} AS ${name}`).join(', ');
  return sql`SELECT row_id, ${trusted(names)} FROM (${union([engagement(rows)])})`;
}

interface Part {
  found: Partial<Record<PatternColumn, string>>;
  from: Sql;
}

const union = (parts: readonly Part[]): Sql => {
  const selects = parts.map(({ found, from }) => {
    const columns = PATTERN_NAMES.map((name) => {
      const type = name === 'video_conflict' ? 'String' : PATTERN_COLUMNS[name];
      return `CAST(${found[name] ?? (type === 'String' ? "''" : 'NULL')}, '${type}') AS p_${name}`;
    });
    return sql`SELECT row_id, ${trusted(columns.join(', '))} FROM (${from})`;
  });
  return selects.reduce((all, select) => sql`${all} UNION ALL ${select}`);
};

/** Clicks of the same person for the same publisher in the day before an install, and how even their gaps are. */
function engagement(rows: Sql): Part {
  const persons = sql`SELECT person FROM (${rows}) WHERE person != 0 AND kind IN ('click', 'install')
    GROUP BY person HAVING countIf(kind = 'install') > 0 AND countIf(kind = 'click') >= ${LEAST_CLICKS}`;
  const key = trusted('package, person, publisher');
  // One row per moment: running number of clicks and running sum of squared gaps, so that any span is a difference.
  const clicks = sql`SELECT ${key}, ms, sum(n) OVER upto AS clicks, clicks - n AS before, sum(gap * gap) OVER upto AS squares FROM (
    SELECT ${key}, ms, n, if(row_number() OVER by_time = 1, 0, (ms - lagInFrame(ms) OVER by_time) / 1000) AS gap FROM (
      SELECT ${key}, ${MS} AS ms, count() AS n FROM (${rows}) WHERE kind = 'click' AND person IN (${persons}) GROUP BY ${key}, ms)
    WINDOW by_time AS (PARTITION BY ${key} ORDER BY ms ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW))
  WINDOW upto AS (PARTITION BY ${key} ORDER BY ms ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const installs = sql`SELECT row_id, ${key}, ${MS} AS ms, ms - ${trusted(String(DAY_MS))} AS day_before FROM (${rows})
    WHERE kind = 'install' AND person IN (${persons})`;
  const from = sql`
SELECT row_id, clicks AS n, span / (n - 1) AS mean, sqrt(greatest(0, squares / (n - 1) - mean * mean)) AS deviation FROM (
  SELECT i.row_id AS row_id, toInt64(l.clicks) - toInt64(f.before) AS clicks, (l.ms - f.ms) / 1000 AS span, l.squares - f.squares AS squares
  FROM (${installs}) AS i
  ASOF INNER JOIN (${clicks}) AS l ON ${same('i', 'l')} AND i.ms >= l.ms
  ASOF INNER JOIN (${clicks}) AS f ON ${same('i', 'f')} AND i.day_before <= f.ms
) WHERE clicks >= ${LEAST_CLICKS}`;
  const spread = 'if(mean > 0, toInt32(least(1000000, round(100 * deviation / mean))), NULL)';
  return { found: { clicks_before_install: 'toInt32(n)', click_gap_cv_percent: spread }, from };
}

const same = (a: string, b: string): Sql =>
  trusted(['package', 'person', 'publisher'].map((name) => `${a}.${name} = ${b}.${name}`).join(' AND '));

/**
 * Re-engagements: how long the person had been away before the click that brought them back (before the event itself
 * where no click is known: what they do once they are back is no sign that they never left), and how many such clicks
 * the fullest day around it holds.
 */
function returns(rows: Sql): Part {
  const persons = sql`SELECT person FROM (${rows}) WHERE person != 0 AND kind = 're_click'`;
  const used = sql`
SELECT row_id, package, person, kind, ms, intDiv(ms - max(used) OVER before, 1000) AS away
FROM (
  SELECT row_id, package, person, toString(kind) AS kind, ${MS} AS ms, if(kind = 're_click', NULL, ms) AS used
  FROM (${rows}) WHERE kind IN ('re_click', 'install', 'app_event', 're_event') AND person IN (${persons})
)
WINDOW before AS (PARTITION BY package, person ORDER BY ms RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
QUALIFY kind IN ('re_click', 're_event')`;
  // The pair keeps a click before which nothing is known: argMax alone would pass over its NULL to an older click.
  const away = sql`
SELECT row_id, package, person, kind, ms,
  if(countIf(kind = 're_click') OVER upto > 0, tupleElement(argMaxIf(tuple(away), ms, kind = 're_click') OVER upto, 1), away) AS idle
FROM (${used})
WINDOW upto AS (PARTITION BY package, person ORDER BY ms RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  return {
    found: {
      idle_seconds: 'if(isNull(idle), NULL, toInt32(least(2147483647, idle)))',
      reclicks_24h: 'if(n > 1, n, NULL)',
    },
    from: withFullest(away, { key: 'package, person', spans: { n: DAY_MS / 1000 }, counted: "kind = 're_click'" }),
  };
}

/** Several campaigns in one placement in one second: at most one of them was seen. */
function stacks(rows: Sql, shift: number): Part {
  const from = sql`
SELECT arrayJoin(groupArray(row_id)) AS row_id, uniqExact(campaign) AS campaigns FROM (${rows})
WHERE person != 0 AND kind IN ('impression', 'click_impression') AND placement != '' AND campaign != ''
GROUP BY package, person, kind, placement, intDiv(${MS} + ${trusted(String(shift))}, 1000) HAVING uniqExact(campaign) > 1`;
  return { found: { stacked_campaigns: 'toInt32(campaigns)' }, from };
}

/**
 * How even the last gaps between events of one slot are; pages a person opens are one slot. The first events of a slot,
 * which have too few gaps before them, take the mean of the first ones; the very first follows nothing.
 */
function paces(rows: Sql): Part {
  const slot = trusted(`package, person, kind, if(kind = 'visit', '', placement)`);
  const seen = sql`SELECT * FROM (${rows}) WHERE person != 0
    AND (kind = 'visit' OR (kind IN ('impression', 'click_impression') AND placement != ''))`;
  const busy = sql`SELECT ${slot} FROM (${seen}) GROUP BY ${slot} HAVING count() > ${trusted(String(LEAST_GAPS))}`;
  const from = sql`
SELECT row_id, if(nth > ${trusted(String(LEAST_GAPS))}, own_mean, nth_value(own_mean, ${trusted(String(LEAST_GAPS + 1))}) OVER slots) AS mean, deviation, nth FROM (
SELECT row_id, package, person, kind, slot, ms, nth, avg(gap) OVER last AS own_mean, stddevPop(gap) OVER last AS deviation FROM (
  SELECT row_id, package, person, kind, slot, ms, row_number() OVER by_time AS nth,
    if(nth = 1, NULL, (ms - lagInFrame(ms) OVER by_time) / 1000) AS gap
  FROM (
    SELECT row_id, package, person, kind, if(kind = 'visit', '', toString(placement)) AS slot, ${MS} AS ms
    FROM (${seen}) WHERE (${slot}) IN (${busy})
  )
  WINDOW by_time AS (PARTITION BY package, person, kind, slot ORDER BY ms, row_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
WINDOW last AS (PARTITION BY package, person, kind, slot ORDER BY ms, row_id ROWS BETWEEN ${trusted(String(GAPS - 1))} PRECEDING AND CURRENT ROW)
)
WINDOW slots AS (PARTITION BY package, person, kind, slot ORDER BY nth ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
QUALIFY nth > 1`;
  return {
    found: {
      pace_mean_seconds: 'toInt32(least(2147483647, round(mean)))',
      pace_cv_percent: `if(mean > 0 AND nth > ${GAPS}, toInt32(round(100 * deviation / mean)), NULL)`,
    },
    from,
  };
}

/** How often the same person got the same campaign within a day. */
function views(rows: Sql): Part {
  const ad = trusted('package, person, kind, campaign');
  const seen = sql`SELECT * FROM (${rows}) WHERE person != 0 AND campaign != '' AND kind IN ('impression', 'click_impression', 'vast_request')`;
  const several = sql`SELECT ${ad} FROM (${seen}) GROUP BY ${ad} HAVING count() > 1`;
  const from = sql`
SELECT row_id, up_to_now - nth_value(before_now, 1) OVER day + 1 AS n FROM (
  SELECT row_id, ${ad}, ms, rank() OVER by_time AS before_now, count() OVER by_time AS up_to_now
  FROM (SELECT row_id, ${ad}, ${MS} AS ms FROM (${seen}) WHERE (${ad}) IN (${several}))
  WINDOW by_time AS (PARTITION BY ${ad} ORDER BY ms)
)
WINDOW day AS (PARTITION BY ${ad} ORDER BY ms RANGE BETWEEN ${trusted(String(DAY_MS))} PRECEDING AND CURRENT ROW)`;
  return { found: { campaign_views_24h: 'if(n > 1, toInt32(n), NULL)' }, from };
}

/** Days on either side of a click: the longest window in which networks let a click claim an install. */
const CLAIM_DAYS = trusted('30');

/**
 * On how many days, as many before and after as a click may claim an install in, the same person clicked for the same
 * source. The few days of a person lie in one array, so that no window is sorted.
 */
function clickDays(rows: Sql): Part {
  const from = sql`
SELECT click.1 AS row_id, arrayCount(day -> abs(day - click.2) <= ${CLAIM_DAYS}, days) AS n FROM (
  SELECT groupUniqArray(toInt32(toRelativeDayNum(ts))) AS days, arrayJoin(groupArray((row_id, toInt32(toRelativeDayNum(ts))))) AS click
  FROM (${rows}) WHERE person != 0 AND kind = 'click'
  GROUP BY package, person, publisher, sub_publisher HAVING min(toDate(ts)) != max(toDate(ts))
) WHERE n > 1`;
  return { found: { click_days_30d: 'toInt32(n)' }, from };
}

/** A click that comes later than this after an impression is hardly of it. */
const CLICKED_WITHIN_MS = trusted('60000');

/**
 * How soon the click came that followed an impression: the last impression of its person at its source before it. Of
 * impressions in the same moment one is the clicked one.
 */
function clicked(rows: Sql): Part {
  const key = trusted('package, person, publisher, sub_publisher');
  const persons = sql`SELECT person FROM (${rows}) WHERE person != 0 AND kind IN ('impression', 'click')
    GROUP BY person HAVING min(kind) != max(kind)`;
  const shown = sql`SELECT ${key}, ${MS} AS ms, min(row_id) AS shown_id FROM (${rows}) WHERE kind = 'impression' AND person IN (${persons}) GROUP BY ${key}, ms`;
  const clicks = sql`SELECT ${key}, ${MS} AS ms FROM (${rows}) WHERE kind = 'click' AND person IN (${persons})`;
  const from = sql`
SELECT i.shown_id AS row_id, intDiv(min(c.ms - i.ms), 1000) AS n
FROM (${clicks}) AS c ASOF INNER JOIN (${shown}) AS i ON ${same('c', 'i')} AND c.sub_publisher = i.sub_publisher AND c.ms >= i.ms
WHERE c.ms - i.ms <= ${CLICKED_WITHIN_MS} GROUP BY row_id`;
  return { found: { click_after_seconds: 'toInt32(n)' }, from };
}

/** Money that the app makes of people who look at its ads: no purchase, and a sign that they use it. */
const AD_INCOME = trusted(`(${AD_INCOME_EVENTS.map((name) => `'${name}'`).join(', ')})`);
const PURCHASE = sql`kind = 'app_event' AND revenue > 0 AND event_name NOT IN ${AD_INCOME}`;

/** What the person did in the app before a purchase. Whose install is not stored may have done so before the data begin. */
function steps(rows: Sql): Part {
  const persons = sql`SELECT person FROM (${rows}) WHERE person != 0 AND kind IN ('install', 'app_event')
    GROUP BY person HAVING countIf(kind = 'install') > 0 AND countIf(${PURCHASE}) > 0`;
  const from = sql`
SELECT row_id, n FROM (
  SELECT row_id, purchase, sum(step) OVER upto AS n, sum(installed) OVER upto AS installs FROM (
    SELECT row_id, package, person, ${MS} AS ms, ${PURCHASE} AS purchase, kind = 'install' AS installed, kind = 'app_event' AND NOT purchase AS step
    FROM (${rows}) WHERE kind IN ('install', 'app_event') AND person IN (${persons})
  )
  WINDOW upto AS (PARTITION BY package, person ORDER BY ms RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
) WHERE purchase AND installs > 0`;
  return { found: { steps_before_purchase: 'toInt32(n)' }, from };
}

/** What contradicts itself in the progress of one video, said of all its events. */
function videos(rows: Sql): Part {
  return { found: { video_conflict: 'conflict' }, from: videoConflicts(rows) };
}
