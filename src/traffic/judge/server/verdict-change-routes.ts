import { and, asc, count, desc, eq, gte, inArray, lt, max, min, sql, sum } from 'drizzle-orm';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { totalPages } from '#platform/contract/paging.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { type VerdictChangeRow, verdictChangeEndpoints } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { verdictChangeCountTable as counted, verdictChangeTable as noted } from './tables.ts';

export interface VerdictChangeSources {
  database: Database;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export interface VerdictChangeFilter {
  from?: string | undefined;
  to?: string | undefined;
  afterClosing?: boolean | undefined;
  page: number;
  limit: number;
}

export const verdictChangeRoutes = ({ database, packageInfo }: VerdictChangeSources): Route[] =>
  implement(verdictChangeEndpoints)({
    list: async ({ scope, query: { package_name, after_closing, ...filter } }) => {
      const info = await packageInfo(scope, requirePackage(scope, package_name));
      const afterClosing = after_closing === undefined ? undefined : after_closing === 'true';
      const { rows, total } = await listVerdictChanges(scope, database, info, { ...filter, afterClosing });
      return { data: rows, Total_pages: totalPages(total, filter.limit), total };
    },
  });

/** Operations that changed verdicts, month by month, newest first; the steps of one operation are added up. */
export async function listVerdictChanges(
  scope: Scope,
  { db }: Database,
  { package_name, time_zone }: Pick<PackageInfo, 'package_name' | 'time_zone'>,
  { from, to, afterClosing, page, limit }: VerdictChangeFilter,
): Promise<{ rows: VerdictChangeRow[]; total: number }> {
  const startOf = (day: string) => sql`${day}::date::timestamp AT TIME ZONE ${time_zone}`;
  const where = and(
    eq(noted.packageName, requirePackage(scope, package_name)),
    from === undefined ? undefined : gte(noted.lastTs, startOf(from)),
    to === undefined ? undefined : lt(noted.firstTs, startOf(addDays(to, 1))),
    afterClosing === undefined ? undefined : eq(noted.afterClosing, afterClosing),
  );
  const grouped = db
    .select({
      operation: noted.operation,
      month: noted.month,
      ids: sql<number[]>`array_agg(${noted.id})`.as('ids'),
      newest: max(noted.id).as('newest'),
      first: min(noted.firstTs).as('first'),
      last: max(noted.lastTs).as('last'),
    })
    .from(noted)
    .where(where)
    .groupBy(noted.operation, noted.month)
    .as('grouped');
  const [found, [all]] = await Promise.all([
    db
      .select({ row: noted, ids: grouped.ids, first: grouped.first, last: grouped.last })
      .from(grouped)
      .innerJoin(noted, eq(noted.id, grouped.newest))
      .orderBy(desc(grouped.newest))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(grouped),
  ]);
  const whole = scope.vendors === 'all' && scope.publishers === 'all';
  const rows = await Promise.all(
    found.map(async ({ row, ids, first, last }): Promise<VerdictChangeRow> => {
      const changes = whole ? await changesOf(db, ids) : [];
      return {
        cause: row.cause,
        operation: row.operation,
        month: row.month,
        from: todayIn(time_zone, first ?? row.firstTs),
        to: todayIn(time_zone, last ?? row.lastTs),
        after_closing: row.afterClosing,
        rule_version: row.ruleVersion,
        author: row.author,
        reason: row.reason,
        told: row.told,
        at: row.at.toISOString(),
        events: changes.reduce((events, change) => events + change.events, 0),
        changes,
      };
    }),
  );
  return { rows, total: all?.total ?? 0 };
}

async function changesOf(db: Database['db'], ids: readonly number[]): Promise<VerdictChangeRow['changes']> {
  const rows = await db
    .select({
      kind: counted.kind,
      from: counted.fromVerdict,
      to: counted.toVerdict,
      currency: counted.currency,
      events: sql<number>`${sum(counted.events)}::float8`,
      cost: sql<string>`${sum(counted.cost)}::text`,
    })
    .from(counted)
    .where(inArray(counted.changeId, [...ids]))
    .groupBy(counted.kind, counted.fromVerdict, counted.toVerdict, counted.currency)
    .orderBy(asc(counted.kind), asc(counted.fromVerdict), asc(counted.toVerdict), asc(counted.currency));
  return rows.flatMap(({ kind, ...row }) => (isKind(kind) ? [{ kind, ...row }] : []));
}

const isKind = (text: string): text is EventKind => EVENT_KINDS.some((kind) => kind === text);
