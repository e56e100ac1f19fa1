import { and, count, desc, eq, inArray, like, max } from 'drizzle-orm';
import { FIRST_DAY, LAST_DAY } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { joinSql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { jobRunTable } from '#platform/server/jobs/job-runs.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Freshness } from '#traffic/intake/contract/freshness-endpoint.ts';
import { UNFINISHED } from './import-store.ts';
import { importTable } from './import-tables.ts';

const HOUR = 3_600_000;
/** The daily sweep, and two hours for it to end. */
const SWEEP_EVERY = 26 * HOUR;
/** Imports have a rhythm only after some of them, and nobody is late who is less than a day behind. */
const LEAST_IMPORTS = 4;
const LAST_IMPORTS = 10;
const LEAST_DELAY = 24 * HOUR;

interface Sources {
  clickhouse: ClickHouse;
  database: Database;
  now: () => Date;
}

/** How new what a package shows is, and what is late by its own rhythm. */
export async function freshnessOf(scope: Scope, sources: Sources, info: PackageInfo): Promise<Freshness> {
  const packageName = requirePackage(scope, info.package_name);
  const [event, imported, importing, swept] = await Promise.all([
    newestEvent(scope, sources.clickhouse, info),
    lastImports(sources.database, packageName),
    importsUnderWay(sources.database, packageName),
    lastSweep(sources, packageName),
  ]);
  const now = sources.now().getTime();
  const late: Freshness['late'] = [];
  if (isImportLate(imported, now)) late.push('import');
  if (swept !== null && now - swept > SWEEP_EVERY) late.push('sweep');
  const [last] = imported;
  return { event_at: event, import_at: iso(last), sweep_at: iso(swept), importing, late };
}

/** When the last import ended, if one is late by the rhythm of the package; else null. */
export async function lateImport(
  scope: Scope,
  database: Database,
  packageName: string,
  now: Date,
): Promise<Date | null> {
  const imported = await lastImports(database, requirePackage(scope, packageName));
  const [last] = imported;
  return last !== undefined && isImportLate(imported, now.getTime()) ? new Date(last) : null;
}

const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** Late is what has not come for twice as long as it usually takes: packages that are filled once have no rhythm. */
export function isImportLate(newestFirst: readonly number[], now: number): boolean {
  const [last] = newestFirst;
  if (last === undefined || newestFirst.length < LEAST_IMPORTS) return false;
  const gaps = newestFirst.slice(1).map((at, index) => (newestFirst[index] ?? at) - at);
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return now - last > Math.max(LEAST_DELAY, 2 * usual);
}

async function newestEvent(scope: Scope, ch: ClickHouse, info: PackageInfo): Promise<string | null> {
  const ever = { from: FIRST_DAY, to: LAST_DAY, timeZone: info.time_zone };
  // Kind by kind the newest stands at the end of what is stored; all at once every event would be looked at.
  const newest = EVENT_KINDS.map((kind) => {
    const where = trafficWhere(scope, { package: info.package_name, kinds: [kind], ...ever, where: {} });
    return sql`SELECT ts FROM traffic WHERE ${where} ORDER BY ts DESC LIMIT 1`;
  });
  const [row] = await ch.query<{ at: string; events: number }>(
    sql`SELECT formatDateTime(max(ts), '%FT%TZ') AS at, count() AS events FROM (${joinSql(newest, ' UNION ALL ')})`,
    { tag: 'freshness' },
  );
  return row && row.events > 0 ? row.at : null;
}

const lastImports = async ({ db }: Database, packageName: string): Promise<number[]> =>
  (
    await db
      .select({ at: importTable.finishedAt })
      .from(importTable)
      .where(and(eq(importTable.packageName, packageName), eq(importTable.state, 'done')))
      .orderBy(desc(importTable.id))
      .limit(LAST_IMPORTS)
  ).flatMap(({ at }) => (at ? [at.getTime()] : []));

async function importsUnderWay({ db }: Database, packageName: string): Promise<number> {
  const [row] = await db
    .select({ imports: count() })
    .from(importTable)
    .where(
      and(
        eq(importTable.packageName, packageName),
        inArray(importTable.state, [...UNFINISHED]),
        // What comes by itself comes all the time.
        eq(importTable.live, false),
      ),
    );
  return row?.imports ?? 0;
}

/** Scheduled sweeps look at every package; after an import its own package is swept at once. */
async function lastSweep({ clickhouse, database: { db } }: Sources, packageName: string): Promise<number | null> {
  const [[scheduled], [own]] = await Promise.all([
    db
      .select({ at: max(jobRunTable.finishedAt) })
      .from(jobRunTable)
      .where(and(like(jobRunTable.job, 'sweep %'), eq(jobRunTable.state, 'done'))),
    clickhouse.query<{ ms: number; days: number }>(
      sql`SELECT toFloat64(intDiv(max(version), 1000)) AS ms, count() AS days FROM source_swept
        WHERE package = ${typed('String', packageName)}`,
      { tag: 'freshness' },
    ),
  ]);
  const moments = [scheduled?.at?.getTime() ?? 0, own && own.days > 0 ? own.ms : 0];
  const last = Math.max(...moments);
  return last > 0 ? last : null;
}
