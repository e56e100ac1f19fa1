import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { rejudge } from '../judge/rejudge.ts';
import type { Because } from '../judge/verdict-changes.ts';
import { addUp, type VerdictChange } from '../judge/write-changes.ts';
import { countDay } from './count-day.ts';
import { BASELINE_DAYS, sweepDay, WEEK_DAYS } from './sweep-day.ts';

export interface SweepRequest {
  package: string;
  /** Days (UTC) whose events may have changed, both included. */
  from: string;
  to: string;
  because: Because;
}

export interface SweepResult {
  /** Days counted, and days whose facts were made and whose events were judged. */
  counted: number;
  swept: number;
  /** Sources whose facts changed. */
  sources: number;
  changes: VerdictChange[];
}

export interface SweepOptions {
  signal?: AbortSignal | undefined;
  /** Called after each day; a sweep that is begun again may skip what lies before. May throw to stop. */
  onDay?: (step: SweepStep) => Promise<void>;
  /** The last step an earlier try finished. */
  done?: SweepStep | undefined;
}

export interface SweepStep {
  phase: 'count' | 'sweep';
  day: string;
}

/** Facts of a day reach into the week after it, and from there into the baselines of four more. */
const REACH_DAYS = WEEK_DAYS + BASELINE_DAYS;

/**
 * Counts the days anew, makes the facts of every day they reach, and judges the events of those days by them. Day by day,
 * so memory does not grow with the span. Facts are a function of what is stored and verdicts one of the facts, so doing
 * it again changes nothing, and a sweep that was broken off is simply begun again.
 */
export async function sweepPackage(
  ch: ClickHouse,
  database: Database,
  request: SweepRequest,
  { signal, onDay = async () => {}, done }: SweepOptions = {},
): Promise<SweepResult> {
  const span = await daysWithTraffic(ch, request);
  const result: SweepResult = { counted: 0, swept: 0, sources: 0, changes: [] };
  if (!span) return result;
  const isDone = ({ phase, day }: SweepStep) =>
    done !== undefined && (phase === done.phase ? day <= done.day : phase === 'count');
  for (const day of daysFrom(span.first, span.lastCounted)) {
    if (isDone({ phase: 'count', day })) continue;
    signal?.throwIfAborted();
    await countDay(ch, { package: request.package, day }, signal);
    result.counted++;
    await onDay({ phase: 'count', day });
  }
  for (const day of daysFrom(span.first, span.lastSwept)) {
    if (isDone({ phase: 'sweep', day })) continue;
    signal?.throwIfAborted();
    result.sources += await sweepDay(ch, { package: request.package, day });
    result.changes.push(...(await judgeDay(ch, database, request, day)));
    result.swept++;
    await onDay({ phase: 'sweep', day });
  }
  return { ...result, changes: addUp(result.changes).filter(({ from, to }) => from !== to) };
}

const judgeDay = (ch: ClickHouse, database: Database, { package: packageName, because }: SweepRequest, day: string) =>
  rejudge(ch, database, {
    package: packageName,
    where: sql`true`,
    from: new Date(`${day}T00:00:00Z`),
    to: new Date(`${addDays(day, 1)}T00:00:00Z`),
    because: { ...because, operation: `${because.operation} ${day}` },
  });

function daysFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, index) => addDays(first, index));
}

/**
 * The days to count, which begin one earlier (its installs come back on the next), and the last day they reach. Only where
 * there is traffic, or where there was and the counts of it must go.
 */
async function daysWithTraffic(ch: ClickHouse, { package: packageName, from, to }: SweepRequest) {
  const first = addDays(from, -1);
  const reach = addDays(to, REACH_DAYS);
  const [row] = await ch.query<{ days: number; first: string; newest: string; newest_counted: string }>(
    sql`SELECT count() AS days, toString(min(day)) AS first, toString(max(day)) AS newest,
        toString(maxIf(day, day <= ${typed('Date', to)})) AS newest_counted
      FROM (${trafficDays(packageName, first, reach)}
        UNION ALL SELECT day FROM source_day FINAL WHERE package = ${typed('String', packageName)}
          AND day >= ${typed('Date', first)} AND day <= ${typed('Date', reach)})`,
    { lane: 'heavy', tag: 'sweep-days' },
  );
  return row && row.days > 0 ? { first: row.first, lastCounted: row.newest_counted, lastSwept: row.newest } : undefined;
}

const trafficDays = (packageName: string, first: string, last: string): Sql =>
  sql`SELECT DISTINCT toDate(ts) AS day FROM traffic WHERE package = ${typed('String', packageName)}
    AND ts >= toDateTime64(${typed('Date', first)}, 3, 'UTC') AND ts < toDateTime64(${typed('Date', last)} + 1, 3, 'UTC')`;
