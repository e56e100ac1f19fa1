import { and, eq, gte, inArray } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { endRaised } from './end-raised.ts';
import { grouped } from './grouped.ts';
import { daysFor, LATE_DAYS, type Standing, standingNow } from './looked-back.ts';
import { hourIn, periodName } from './periods.ts';
import { type RaiseDeps, raise } from './raise.ts';
import { readSeries, type SeriesParts, shapeOf } from './series.ts';
import { type AlertRow, alertEvent, alertTable, type EventRow } from './tables.ts';

export interface EvaluateDeps extends SeriesParts, RaiseDeps {
  database: Database;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** Reckons every alert there is. One package that breaks keeps no other from being looked at. Answers how many were raised. */
export async function evaluateAll(scope: Scope, deps: EvaluateDeps, signal?: AbortSignal): Promise<number> {
  const rows = await deps.database.db
    .select({ row: alertTable })
    .from(alertTable)
    // Of a package that is switched off nothing comes any more.
    .innerJoin(packageTable, and(eq(packageTable.name, alertTable.packageName), eq(packageTable.active, true)))
    .where(eq(alertTable.active, true))
    .orderBy(alertTable.packageName, alertTable.id);
  const broken: unknown[] = [];
  let raised = 0;
  for (const [packageName, alerts] of grouped(
    rows.map(({ row }) => row),
    (row) => row.packageName,
  )) {
    signal?.throwIfAborted();
    try {
      raised += await evaluatePackage(scope, deps, { packageName, alerts }, signal);
    } catch (error) {
      signal?.throwIfAborted();
      broken.push(error);
    }
  }
  if (broken.length > 0) throw new AggregateError(broken, 'Alerts could not be reckoned');
  return raised;
}

async function evaluatePackage(
  scope: Scope,
  deps: EvaluateDeps,
  { packageName, alerts }: { packageName: string; alerts: readonly AlertRow[] },
  signal?: AbortSignal,
): Promise<number> {
  const info = await deps.packageInfo(scope, packageName);
  let raised = 0;
  for (const [, alike] of grouped(alerts, ({ settings }) => shapeOf(settings))) {
    try {
      for (const { row, standing, over } of await lookedAt(scope, deps, { info, alike }, signal)) {
        for (const each of standing) if (await raise(scope, deps, { row, info, standing: each })) raised++;
        for (const { id, why } of over) await endRaised(scope, deps, { row, id, why });
      }
      await tellProblem(deps, alike, null);
    } catch (error) {
      // What the alert itself is refused for is told on its page: a filter of it may name what there is no more.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await tellProblem(deps, alike, error.message);
    }
  }
  return raised;
}

async function tellProblem(
  { database }: EvaluateDeps,
  alike: readonly AlertRow[],
  problem: string | null,
): Promise<void> {
  const ids = alike.filter((row) => row.problem !== problem).map(({ id }) => id);
  if (ids.length > 0) await database.db.update(alertTable).set({ problem }).where(inArray(alertTable.id, ids));
}

interface LookedAt {
  row: AlertRow;
  /** What is to be told or holds again, the newest first. */
  standing: Standing[];
  /** Raised before, and true no longer. */
  over: { id: number; why: NonNullable<EventRow['endedWhy']> }[];
}

/** How each alert stands: what is to be raised, and what of what was raised does not hold any more. */
async function lookedAt(
  scope: Scope,
  deps: EvaluateDeps,
  { info, alike }: { info: PackageInfo; alike: readonly AlertRow[] },
  signal?: AbortSignal,
): Promise<LookedAt[]> {
  const [first, ...more] = alike.map(({ settings }) => settings);
  if (!first) return [];
  const [days] = [first, ...more]
    .map((watched) => daysFor(watched, info.today, LATE_DAYS))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!days) return [];
  const series = await readSeries(scope, deps, { info, alike: [first, ...more], days }, signal);
  const events = grouped(await eventsSince(deps.database, alike, days.from), ({ alertId }) => alertId);
  return alike.flatMap((row, at) => {
    const read = series[at];
    if (!read) return [];
    const own = events.get(row.id) ?? [];
    const known = (period: string) => new Set(own.find((event) => event.period === period)?.known);
    const looked = standingNow(read, row.settings, known);
    const since = sinceOf(row, info);
    const isSilence = row.settings.metric === 'freshness';
    const ended = new Set(own.flatMap((event) => (event.endedAt === null ? [] : [event.period])));
    const standing = looked.filter(
      ({ period, risen, found }) =>
        risen.length > 0 && (isSilence || period >= since) && (found !== undefined || ended.has(period)),
    );
    return [{ row, standing, over: overOf(row, own, looked) }];
  });
}

/**
 * What was raised and holds no longer, of periods that are still looked at: later ones nobody asks of. What an alert
 * found before it was changed was another question; what came of it stays.
 */
function overOf(row: AlertRow, events: readonly EventRow[], looked: readonly Standing[]): LookedAt['over'] {
  const isSilence = row.settings.metric === 'freshness';
  return events
    .filter(({ endedAt, raisedAt }) => endedAt === null && raisedAt >= row.watchedFrom)
    .flatMap(({ id, period }): LookedAt['over'] => {
      const now = looked.find((each) => each.period === period);
      // Of a silence only the one that goes on is found: another one is over as data came.
      if (isSilence) return now ? [] : [{ id, why: 'within' }];
      return now && now.risen.length === 0 ? [{ id, why: now.hasData ? 'within' : 'no_data' }] : [];
    });
}

/** The period that went on when the alert was made or changed. */
function sinceOf({ watchedFrom, settings }: AlertRow, { time_zone: zone }: PackageInfo): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(watchedFrom);
  return periodName(settings.metric === 'new_publisher' ? 'day' : settings.window.unit, day, hourIn(zone, watchedFrom));
}

/** What was raised of periods that may be looked at. */
const eventsSince = ({ db }: Database, alerts: readonly AlertRow[], from: string): Promise<EventRow[]> => {
  const ids = alerts.map(({ id }) => id);
  return db
    .select()
    .from(alertEvent)
    .where(and(inArray(alertEvent.alertId, ids), gte(alertEvent.period, from)));
};
