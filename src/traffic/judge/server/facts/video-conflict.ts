/**
 * What no player reports of one video, whatever its viewer does. People skip and seek, reports get lost, come late or
 * overtake each other: each of these explains one contradiction. What is left when the best such explanation is granted
 * says that nothing was played. Only the first report of a step counts: players repeat steps after rewinding.
 */
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';

/** Share of its time that what was played takes at least: clocks and declared lengths are no better. */
const LEAST_SHARE = 0.9;
/** Reports travel for different times: a slow way to the server takes so much longer than a quick one. */
const FLIGHT_MS = 500;
/** Times in whole seconds are off by up to one at both ends. */
const ROUNDED_MS = 2_000;
/**
 * Nobody sees a video, decides and presses sooner (Pixalate's fast click); what one seek jumps over is reported within
 * it.
 */
const MOMENT_MS = 1_000;

/**
 * In the order they are named. `one jump`: shorter than the video lasts, as after one skip, seek or late first report.
 */
const SIGNS = trusted("['no start', 'wrong order', 'too fast', 'one jump']");

const STEP = trusted(
  `indexOf(['start', 'firstquartile', 'midpoint', 'thirdquartile', 'complete'], replaceRegexpAll(lower(toString(event_name)), '[^a-z0-9]', ''))`,
);
const VIEW = trusted('package, person, click_id');

/**
 * Stretches of successive gaps, with the number of their first, that one jump may have shortened: from within the first
 * gap to within the last, so that all steps between are reported at once. None begins before a person can have pressed.
 */
const JUMPS = `arrayFilter(
  jump -> jump.2 = 1 OR ((jump.2 = 2 OR arrayAll(each -> each < ${MOMENT_MS}, arraySlice(took, jump.1 + 1, jump.2 - 2)))
    AND NOT (jump.1 = 1 AND steps[1].1 = 1 AND took[1] < ${MOMENT_MS})),
  arrayFlatten(arrayMap(at -> arrayMap(gaps -> (at, gaps), range(1, length(took) + 2 - at)), range(1, length(took) + 1))))`;

/** The most that one of them explains. */
const EXPLAINED = trusted(
  'if(empty(jumps), 0, arrayMax(arrayMap(jump -> arraySum(arraySlice(short, jump.1, jump.2)), jumps)))',
);

/**
 * row_id and `conflict` of every event of a video whose progress contradicts itself, its request among them; they name it
 * by the same click id.
 */
export function videoConflicts(rows: Sql): Sql {
  const firsts = sql`SELECT ${VIEW}, step, min(ms) AS first, min(video_seconds) AS seconds, groupArray(row_id) AS own FROM (
      SELECT row_id, ${VIEW}, toUnixTimestamp64Milli(ts) AS ms, if(kind = 'vast_request', 0, ${STEP}) AS step, video_seconds
      FROM (${rows}) WHERE person != 0 AND click_id != '' AND (kind = 'vast_tracking' AND step > 0 OR kind = 'vast_request'))
    GROUP BY ${VIEW}, step`;
  const views = sql`SELECT arraySort(groupArrayIf((step, first), step > 0)) AS steps, groupArrayArray(own) AS own, minIf(seconds, step > 0) AS seconds
    FROM (${firsts}) GROUP BY ${VIEW} HAVING notEmpty(steps)`;
  const gaps = trusted(`SELECT own, steps, seconds IS NOT NULL AS timed,
    if(arrayAll(each -> each.2 % 1000 = 0, steps), ${ROUNDED_MS}, ${FLIGHT_MS}) AS slack,
    arrayMap(at -> steps[at + 1].2 - steps[at].2, range(1, length(steps))) AS took,
    arrayMap(at -> (steps[at + 1].1 - steps[at].1) * 250 * ${LEAST_SHARE} * ifNull(seconds, 0) - took[at], range(1, length(steps))) AS short,
    ${JUMPS} AS jumps`);
  const signs = sql`SELECT own, steps[1].1 != 1 AS started_late, arrayCount(each -> each < -${trusted(String(MOMENT_MS))}, took) > 1 AS backwards,
      timed AND arraySum(short) - ${EXPLAINED} > slack AS fast, timed AND NOT fast AND arraySum(short) > slack AS jumped
    FROM (${gaps} FROM (${views}))`;
  return sql`SELECT arrayJoin(own) AS row_id, conflict FROM (
    SELECT own, arrayStringConcat(arrayFilter((sign, holds) -> holds, ${SIGNS}, [started_late, backwards, fast, jumped]), '; ') AS conflict
    FROM (${signs})) WHERE conflict != ''`;
}
