import { and, eq, inArray } from 'drizzle-orm';
import type { Found } from '#domains/alerts/contract/alert.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { grouped } from './grouped.ts';
import { daysFor, foundNow, LATE_DAYS } from './looked-back.ts';
import { hourIn, periodName } from './periods.ts';
import { type RaiseDeps, raise } from './raise.ts';
import { readSeries, type SeriesParts, shapeOf } from './series.ts';
import { type AlertRow, alertEvent, alertTable } from './tables.ts';

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
      for (const { row, found } of await foundIn(scope, deps, { info, alike }, signal))
        if (await raise(scope, deps, { row, info, found })) raised++;
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

/** What has no result yet, the newest of each alert first. */
async function foundIn(
  scope: Scope,
  deps: EvaluateDeps,
  { info, alike }: { info: PackageInfo; alike: readonly AlertRow[] },
  signal?: AbortSignal,
): Promise<{ row: AlertRow; found: Found }[]> {
  const [first, ...more] = alike.map(({ settings }) => settings);
  if (!first) return [];
  const [days] = [first, ...more]
    .map((watched) => daysFor(watched, info.today, LATE_DAYS))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (!days) return [];
  const series = await readSeries(scope, deps, { info, alike: [first, ...more], days }, signal);
  const known = await resultsOf(deps.database, alike);
  return alike.flatMap((row, at) => {
    const read = series[at];
    if (!read) return [];
    const since = sinceOf(row, info);
    return foundNow(read, row.settings)
      .filter(
        ({ period }) => !known.has(`${row.id} ${period}`) && (row.settings.metric === 'freshness' || period >= since),
      )
      .map((found) => ({ row, found }));
  });
}

/** The period that went on when the alert was made or changed. */
function sinceOf({ watchedFrom, settings }: AlertRow, { time_zone: zone }: PackageInfo): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(watchedFrom);
  return periodName(settings.metric === 'new_publisher' ? 'day' : settings.window.unit, day, hourIn(zone, watchedFrom));
}

async function resultsOf({ db }: Database, alerts: readonly AlertRow[]): Promise<Set<string>> {
  const rows = await db
    .select({ alertId: alertEvent.alertId, period: alertEvent.period })
    .from(alertEvent)
    .where(
      inArray(
        alertEvent.alertId,
        alerts.map(({ id }) => id),
      ),
    );
  return new Set(rows.map(({ alertId, period }) => `${alertId} ${period}`));
}
