import { and, eq, inArray, max, sql } from 'drizzle-orm';
import type { HealthRow } from '#domains/tracking/contract/report-rows.ts';
import type { HealthState } from '#domains/tracking/contract/reports.ts';
import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import { conversionTable, goalTable, postbackTable } from '../tables.ts';
import { campaignColumns, conversionsWhere, inDays, postbacksWhere, type Question } from './asked.ts';
import { percentOf } from './figures.ts';
import type { ReportParts } from './report-parts.ts';
import { unlistedByEvent } from './unlisted.ts';

const WEEKS = 4;
const WEEK = 7;
/** Further from what is expected than this many standard deviations of a count is no chance. */
const FAR = 3;
/** Fewer than these are too few to be far from anything. */
const LEAST_EXPECTED = 5;
const MANY_REFUSED = 20;
const LONG_SILENCE = 3;
/** Nights are quieter than days, and an event that comes by the second may miss a few minutes. */
const LEAST_SILENCE_SECONDS = 6 * 3_600;

/** Of one event of one campaign. */
interface Received {
  [name: string]: unknown;
  id: number;
  name: string;
  event: string;
  received: number;
  accepted: number;
  duplicate: number;
  unknown_click: number;
  rejected: number;
  last: Date | null;
  /** Half of the postbacks of the last four weeks came sooner after the one before. */
  gap_seconds: number | null;
  /** From the last one to now, or to the end of the range. */
  silence_seconds: number | null;
}

/** Whether the events of campaigns still arrive as they did. */
export async function healthRows(parts: ReportParts, question: Question): Promise<HealthRow[]> {
  const before = { ...question, from: addDays(question.from, -WEEKS * WEEK), states: [] };
  const [listed, unlisted, days, speeds, goals] = await Promise.all([
    receivedOf(parts, { ...question, states: [] }, before),
    unlistedByEvent(parts, { ...question, states: [] }),
    countsByDay(parts, before),
    speedsOf(parts, { ...question, states: [] }),
    goalsOf(parts, question),
  ]);
  const more = new Map(unlisted.map((each) => [keyOf(each), each]));
  const received = listed.map((row) => withUnlisted(row, more.get(keyOf(row))));
  const rows = new Map([...goals, ...received].map((each) => [keyOf(each), each]));
  const once = await onceReceived(
    parts,
    question,
    [...rows.values()].filter(({ last }) => last === null),
  );
  return [...rows.values()]
    .map((row) => ({ ...row, last: row.last ?? once.get(keyOf(row)) ?? null }))
    .map((row): HealthRow => {
      const expected = expectedOf(question, days.get(keyOf(row)) ?? new Map());
      const speed = speeds.get(keyOf(row));
      return {
        ...campaignColumns(question, row.id, row.name),
        event: row.event,
        state: stateOf(row, expected),
        received: row.received,
        expected: expected?.mean ?? null,
        accepted_percentage: percentOf(row.accepted, row.received),
        duplicate_percentage: percentOf(row.duplicate, row.received),
        unknown_click_percentage: percentOf(row.unknown_click, row.received),
        rejected_percentage: percentOf(row.rejected, row.received),
        median_seconds: speed?.median ?? null,
        slow_seconds: speed?.slow ?? null,
        last_received: row.last?.toISOString() ?? null,
      };
    })
    .sort((a, b) => (`${a.campaign}\n${a.event}` < `${b.campaign}\n${b.event}` ? -1 : 1));
}

const keyOf = ({ id, event }: { id: number; event: string }): string => `${id}\n${event}`;

/** What a flood brought is in the log only at its beginning, and that is enough for when it came. */
const withUnlisted = (row: Received, more = { received: 0, unknown_click: 0 }): Received => ({
  ...row,
  received: row.received + more.received,
  unknown_click: row.unknown_click + more.unknown_click,
  rejected: row.rejected + more.received,
});

const NOTHING = {
  received: 0,
  accepted: 0,
  duplicate: 0,
  unknown_click: 0,
  rejected: 0,
  last: null,
  gap_seconds: null,
  silence_seconds: null,
};

/** What campaigns wait for, whether any of it came or not. */
async function goalsOf({ database: { db } }: ReportParts, { campaigns, events }: Question): Promise<Received[]> {
  const names = new Map(campaigns.flatMap(({ id, name }) => (id === null ? [] : [[id, name] as const])));
  if (names.size === 0) return [];
  const rows = await db
    .select({ id: goalTable.campaignId, event: goalTable.event })
    .from(goalTable)
    .where(
      and(
        inArray(goalTable.campaignId, [...names.keys()]),
        events.length > 0 ? inArray(goalTable.event, [...events]) : undefined,
      ),
    );
  return rows.map((row) => ({ ...NOTHING, ...row, name: names.get(row.id) ?? '' }));
}

/** Counts of the days asked for; the last one and the usual gap of those and the four weeks before. */
async function receivedOf(parts: ReportParts, asked: Question, before: Question): Promise<Received[]> {
  const { campaignId, campaignName, event, pbStatus, reason, receivedAt } = postbackTable;
  const here = inDays(receivedAt, { from: asked.from, to: asked.to, zone: asked.info.time_zone });
  const { rows } = await parts.database.db.execute<Received & { last: string | null }>(sql`
    WITH came AS (
      SELECT ${campaignId} AS id, ${campaignName} AS name, ${event} AS event, ${pbStatus} AS state, ${reason} AS reason,
        ${receivedAt} AS at, ${here} AS asked,
        extract(epoch FROM ${receivedAt} - lag(${receivedAt}) OVER (PARTITION BY ${campaignId}, ${event} ORDER BY ${receivedAt})) AS gap
      FROM ${postbackTable} WHERE ${postbacksWhere(before)} AND ${campaignId} IS NOT NULL AND ${event} <> ''
    )
    SELECT id, min(name) AS name, event,
      (count(*) FILTER (WHERE asked))::int AS received,
      (count(*) FILTER (WHERE asked AND state IN ('Success', 'Over')))::int AS accepted,
      (count(*) FILTER (WHERE asked AND state = 'Duplicate'))::int AS duplicate,
      (count(*) FILTER (WHERE asked AND reason = 'unknown_click'))::int AS unknown_click,
      (count(*) FILTER (WHERE asked AND state = 'Rejected'))::int AS rejected,
      max(at) AS last,
      extract(epoch FROM least(${parts.now()}::timestamptz, ${addDays(asked.to, 1)}::timestamp AT TIME ZONE ${asked.info.time_zone}) - max(at))::float8 AS silence_seconds,
      (percentile_cont(0.5) WITHIN GROUP (ORDER BY gap))::float8 AS gap_seconds
    FROM came GROUP BY id, event`);
  return rows.map((row) => ({ ...row, last: row.last === null ? null : new Date(row.last) }));
}

/** When events came the last time of which none came in the weeks that are looked at. */
async function onceReceived({ database: { db } }: ReportParts, { info }: Question, of: readonly Received[]) {
  if (of.length === 0) return new Map<string, Date>();
  const { packageName, campaignId, event, receivedAt } = postbackTable;
  const rows = await db
    .select({ id: campaignId, event, last: max(receivedAt) })
    .from(postbackTable)
    .where(
      and(
        eq(packageName, info.package_name),
        inArray(
          campaignId,
          of.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(campaignId, event);
  return new Map(
    rows.flatMap(({ id, event: name, last }) =>
      id === null || !last ? [] : [[keyOf({ id, event: name }), last] as const],
    ),
  );
}

/** Postbacks by day, of each event. */
async function countsByDay({ database: { db } }: ReportParts, before: Question) {
  const { campaignId, event, receivedAt } = postbackTable;
  const { rows } = await db.execute<{ id: number; event: string; day: string; n: number }>(sql`
    SELECT ${campaignId} AS id, ${event} AS event,
      to_char(${receivedAt} AT TIME ZONE ${before.info.time_zone}, 'YYYY-MM-DD') AS day, count(*)::int AS n
    FROM ${postbackTable} WHERE ${postbacksWhere(before)} AND ${campaignId} IS NOT NULL GROUP BY 1, 2, 3`);
  const days = new Map<string, Map<string, number>>();
  for (const row of rows) days.set(keyOf(row), (days.get(keyOf(row)) ?? new Map()).set(row.day, row.n));
  return days;
}

/** Seconds from the click to the event. */
async function speedsOf({ database: { db } }: ReportParts, asked: Question) {
  const { campaignId, event, at, clickAt } = conversionTable;
  const { rows } = await db.execute<{ id: number; event: string; median: number; slow: number }>(sql`
    SELECT id, event, (percentile_cont(0.5) WITHIN GROUP (ORDER BY took))::float8 AS median,
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY took))::float8 AS slow
    FROM (SELECT ${campaignId} AS id, ${event} AS event, extract(epoch FROM ${at} - ${clickAt}) AS took
      FROM ${conversionTable} WHERE ${conversionsWhere(asked)}) AS reached GROUP BY id, event`);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** For the days that are over: what came, and the mean of their weekdays in the weeks before. */
function expectedOf({ from, to, info }: Question, days: ReadonlyMap<string, number>) {
  const last = to < info.today ? to : addDays(info.today, -1);
  const length = daysBetween(from, last) + 1;
  if (length <= 0) return null;
  let [came, mean] = [0, 0];
  for (let at = 0; at < length; at++) {
    const day = addDays(from, at);
    came += days.get(day) ?? 0;
    for (let week = 1; week <= WEEKS; week++) mean += (days.get(addDays(day, -week * WEEK)) ?? 0) / WEEKS;
  }
  return { came, mean };
}

function stateOf(row: Received, expected: ReturnType<typeof expectedOf>): HealthState {
  if (row.last === null) return 'never';
  const { gap_seconds: gap, silence_seconds: silence } = row;
  if (silence === null) return 'silent';
  if (gap !== null && silence > Math.max(LONG_SILENCE * gap, LEAST_SILENCE_SECONDS)) return 'silent';
  if ((percentOf(row.rejected, row.received) ?? 0) > MANY_REFUSED) return 'degraded';
  if (!expected || expected.mean < LEAST_EXPECTED) return 'healthy';
  return Math.abs(expected.came - expected.mean) / Math.sqrt(expected.mean) > FAR ? 'degraded' : 'healthy';
}
