import { addDays } from '#platform/contract/date-range.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { addUp, type ChangeCause, type VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import { SOURCE_RULES } from '#traffic/rules/server/registry.ts';
import { countDays, OWN_EVENTS_A_DAY } from './count-days.ts';
import { countedOnce, countInputs, uncountedDays } from './counted-days.ts';
import { STAY_DAYS } from './measures.ts';
import { LEAST_EVENTS } from './read-units.ts';
import type { DaysOfPackage } from './replace-rows.ts';
import { firstReached, sweepDays } from './sweep-days.ts';
import { outdatedDays, sweptOnce } from './swept-days.ts';
import { BASELINE_DAYS, countedSpan, WEEK_DAYS } from './weeks.ts';

export interface SweepRequest {
  package: string;
  /** Days (UTC) whose events may have changed, both included. */
  from: string;
  to: string;
  cause: ChangeCause;
  /** True when rules may find something else in the same facts, as after an update: then all of them judge again. */
  allRules?: boolean;
  /** True to leave days alone whose events are those that were judged. */
  onlyNew?: boolean;
  /** True to leave the days around alone, which the new counts reach as well: a later sweep finds them outdated. */
  onlyAsked?: boolean;
}

export interface SweepResult {
  /** Days counted, and days whose facts were made and whose events were judged. */
  counted: number;
  swept: number;
  /** Facts of sources that changed. */
  sources: number;
  changes: VerdictChange[];
}

export interface SweepStep {
  phase: 'count' | 'sweep';
  /** Last day of the step. */
  day: string;
}

export interface SweepOptions {
  signal?: AbortSignal | undefined;
  /** Called after each step, with the part of the whole that is done. May throw to stop. */
  onStep?: (step: SweepStep, share: number) => Promise<void>;
  /** The last step an earlier try finished. */
  done?: SweepStep | undefined;
}

/** Facts of a day reach into the weeks before and after it, and from there into the baselines of later ones. */
const REACH_DAYS = WEEK_DAYS + BASELINE_DAYS.from;
/** Bound the memory of one step: events that one reading groups, and sources whose counts are held at once. */
const EVENTS_PER_STEP = 1_500_000;
const SOURCES_PER_STEP = 6_000;
const SOURCES_PER_COUNT = 10_000;

/**
 * Counts the days that changed, makes the facts of every day they reach, and judges the events of those days by them.
 * Step by step, so memory does not grow with the span. Facts are a function of what is stored and verdicts one of the
 * facts, so doing it again changes nothing, and a sweep that was broken off is simply begun again.
 */
export async function sweepPackage(
  stores: Stores,
  request: SweepRequest,
  { signal, onStep = async () => {}, done }: SweepOptions = {},
): Promise<SweepResult> {
  const ch = stores.clickhouse;
  const result: SweepResult = { counted: 0, swept: 0, sources: 0, changes: [] };
  // Installs of the day before come back on the first day.
  const first = addDays(request.from, -1);
  // Who installs on days that are asked for comes back on later ones, which are counted with them.
  const reached = {
    package: request.package,
    from: await earliestReached(ch, request.package, first),
    to: addDays(request.to, STAY_DAYS + REACH_DAYS),
  };
  const days = await daysOf(ch, reached);
  // Too little for any fact, and none to take back.
  if (days.every(({ counted }) => counted === 0) && days.reduce((sum, { events }) => sum + events, 0) < LEAST_EVENTS)
    return result;
  const isDone = (phase: SweepStep['phase'], day: string) =>
    done !== undefined && (phase === done.phase ? day <= done.day : phase === 'count');
  const isAsked = (day: string) => day >= first && day <= request.to;
  const isReturn = (day: string) => day > request.to && day <= addDays(request.to, STAY_DAYS);
  const countable = { package: request.package, from: first, to: addDays(request.to, STAY_DAYS) };
  const inputs = await countInputs(ch, countable);
  const changed = await uncountedDays(ch, countable, inputs);
  const uncounted = days.filter(({ day }) => changed.has(day) && !isDone('count', day));
  // Of days without any counts in the week that ends with them nothing is known, nor was.
  const isCounted = (upTo: string) =>
    days.some(
      ({ day, counted }) =>
        day <= upTo && day >= addDays(upTo, -WEEK_DAYS) && (counted > 0 || isAsked(day) || isReturn(day)),
    );
  const isWanted = (day: string) => !request.onlyAsked || isAsked(day);
  const sweeping = days.filter(({ day }) => !isDone('sweep', day) && isCounted(day) && isWanted(day));
  const total = Math.max(1, uncounted.length + sweeping.length);
  const share = () => (result.counted + result.swept) / total;
  for (const step of stepsOf(uncounted, ({ events }) => events, EVENTS_PER_STEP)) {
    signal?.throwIfAborted();
    const several = days.filter(({ day }) => day >= step.from && day <= step.to);
    const sources = several.reduce((sum, each) => sum + each.sources, 0);
    const slices = Math.max(1, Math.ceil(sources / SOURCES_PER_COUNT));
    const of = { package: request.package, from: step.from, to: step.to };
    await countedOnce(ch, of, inputs, () => countDays(ch, of, { slices, signal }));
    result.counted += step.days;
    await onStep({ phase: 'count', day: step.to }, share());
  }
  const span = (await countedSpan(ch, request.package)) ?? { first, newest: request.to };
  const sources = await sourcesByDay(ch, request.package, reached.from);
  // A day without any, as where an import was undone, still has the weeks around it: all their sources.
  const aroundDay = (day: string): number =>
    Math.max(...Array.from({ length: 2 * WEEK_DAYS + 1 }, (_, at) => sources.get(addDays(day, at - WEEK_DAYS)) ?? 0));
  const steps = stepsOf(sweeping, ({ day }) => aroundDay(day), SOURCES_PER_STEP);
  const daysIn = (step: Step): string[] =>
    sweeping.map(({ day }) => day).filter((day) => day >= step.from && day <= step.to);
  // What was asked for may hold new events that changed no count; other days only what was counted or found for others.
  const firstOutdated = async (step: Step): Promise<string | undefined> => {
    const outdated = await outdatedDays(ch, { package: request.package, ...step }, daysIn(step), span);
    return daysIn(step).find((day) => (isAsked(day) && !request.onlyNew) || outdated.has(day));
  };
  for (const step of steps) {
    signal?.throwIfAborted();
    const from = await firstOutdated(step);
    if (from !== undefined) {
      const of = { package: request.package, from, to: step.to };
      await sweptOnce(
        ch,
        of,
        daysIn(step).filter((day) => day >= from),
        span,
        async () => {
          const { known, changed } = await sweepDays(ch, of, span);
          result.sources += changed;
          // Where nothing is known and nothing was, no verdict rests on a source.
          if (known + changed > 0 || (await hasSourceHits(ch, request.package, of)))
            result.changes.push(...(await judgeDays(stores, request, of)));
        },
      );
    }
    result.swept += step.days;
    await onStep({ phase: 'sweep', day: step.to }, share());
  }
  return { ...result, changes: addUp(result.changes).filter(({ from, to }) => from !== to) };
}

/**
 * A newer day than any before ends weeks that begin with earlier ones (`looksAhead`): those of the last days there
 * were, however long ago.
 */
async function earliestReached(ch: ClickHouse, packageName: string, first: string): Promise<string> {
  const before = await countedSpan(ch, packageName, first);
  const [around, ended] = [firstReached(first), before && firstReached(before.newest)];
  return ended && ended < around ? ended : around;
}

interface Step {
  from: string;
  to: string;
  days: number;
}

function judgeDays(
  stores: Stores,
  { package: name, cause, allRules = false }: SweepRequest,
  { from, to }: DaysOfPackage,
) {
  return rejudge(stores, {
    package: name,
    changed: allRules ? 'anything' : 'sources',
    from: new Date(`${from}T00:00:00Z`),
    to: new Date(`${addDays(to, 1)}T00:00:00Z`),
    cause: { ...cause, operation: `${cause.operation} ${from}` },
  });
}

/** Hits left from facts that an earlier try, broken off before it judged, took away. */
async function hasSourceHits(ch: ClickHouse, packageName: string, { from, to }: DaysOfPackage): Promise<boolean> {
  const ids = SOURCE_RULES.map(({ id }) => id);
  const rows = await ch.query(
    sql`SELECT 1 FROM traffic WHERE package = ${typed('String', packageName)}
      AND ts >= toDateTime64(${typed('Date', from)}, 3, 'UTC') AND ts < toDateTime64(${typed('Date', to)} + 1, 3, 'UTC')
      AND (hasAny(hits, ${typed('Array(String)', ids)}) OR arrayExists(hit -> startsWith(hit, 'custom.'), hits)) LIMIT 1`,
    { lane: 'heavy', tag: 'sweep-hits' },
  );
  return rows.length > 0;
}

interface DayOfTraffic {
  day: string;
  events: number;
  /** Those that are counted by themselves, about. */
  sources: number;
  /** Sources counted by an earlier sweep. */
  counted: number;
}

/** Days with traffic, or with counts of traffic that is gone, in order. */
const daysOf = (ch: ClickHouse, of: { package: string; from: string; to: string }): Promise<DayOfTraffic[]> =>
  ch.query<DayOfTraffic>(
    sql`SELECT toString(day) AS day, sum(here) AS events, sum(places) AS sources, sum(known) AS counted FROM (
        SELECT day, sum(own) AS here, countIf(own >= ${typed('UInt32', OWN_EVENTS_A_DAY)}) + uniq(publisher) AS places, 0 AS known FROM (
          SELECT toDate(ts) AS day, publisher, count() AS own FROM traffic WHERE package = ${typed('String', of.package)}
            AND ts >= toDateTime64(${typed('Date', of.from)}, 3, 'UTC') AND ts < toDateTime64(${typed('Date', of.to)} + 1, 3, 'UTC')
          GROUP BY day, publisher, sub_publisher) GROUP BY day
        UNION ALL SELECT DISTINCT day, 0 AS here, 0 AS places, 1 AS known FROM source_day FINAL WHERE package = ${typed('String', of.package)}
          AND day >= ${typed('Date', of.from)} AND day <= ${typed('Date', of.to)})
      GROUP BY day ORDER BY day`,
    { lane: 'heavy', tag: 'sweep-days' },
  );

async function sourcesByDay(ch: ClickHouse, packageName: string, from: string): Promise<Map<string, number>> {
  const rows = await ch.query<{ day: string; rows: number }>(
    sql`SELECT toString(d.day) AS day, count() AS rows FROM source_day AS d FINAL
      WHERE package = ${typed('String', packageName)} AND d.day >= ${typed('Date', from)} GROUP BY d.day`,
    { lane: 'heavy', tag: 'sweep-days' },
  );
  return new Map(rows.map(({ day, rows: sources }) => [day, sources]));
}

/**
 * Days in order, together as long as they follow each other in one month and within the bound; one day is always a
 * step.
 */
function stepsOf(days: readonly DayOfTraffic[], weigh: (day: DayOfTraffic) => number, bound: number): Step[] {
  const steps: (Step & { weight: number })[] = [];
  for (const each of days) {
    const [last, weight] = [steps.at(-1), weigh(each)];
    const isNext = last && addDays(last.to, 1) === each.day && last.to.slice(0, 7) === each.day.slice(0, 7);
    if (isNext && last.weight + weight <= bound)
      Object.assign(last, { to: each.day, days: last.days + 1, weight: last.weight + weight });
    else steps.push({ from: each.day, to: each.day, days: 1, weight });
  }
  return steps;
}
