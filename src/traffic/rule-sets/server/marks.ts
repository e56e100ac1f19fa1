import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { STORED } from '#traffic/intake/server/import-store.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import type { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';

type Marks = Answer<typeof ruleEndpoints.marks>['data'];

/** More would be a hedge of lines. */
const MOST = 40;

/** Days on which numbers may change from outside: a version of the rules begins, a file arrived. Oldest first. */
export async function chartMarks(
  scope: Scope,
  { db }: Database,
  { package_name, time_zone }: PackageInfo,
  { from, to }: { from: string; to: string },
): Promise<Marks> {
  requirePackage(scope, package_name);
  // A day either side, because days of the package are not days of UTC; told apart below.
  const [first, last] = [new Date(`${addDays(from, -1)}T00:00:00Z`), new Date(`${addDays(to, 2)}T00:00:00Z`)];
  const [versions, imports] = await Promise.all([
    db
      .select({
        version: ruleSetTable.version,
        at: ruleSetTable.effectiveFrom,
        reason: ruleSetTable.reason,
      })
      .from(ruleSetTable)
      .where(
        and(
          eq(ruleSetTable.packageName, package_name),
          gte(ruleSetTable.effectiveFrom, first),
          lte(ruleSetTable.effectiveFrom, last),
        ),
      )
      .orderBy(asc(ruleSetTable.version)),
    db
      .select({ at: importTable.finishedAt, name: importTable.fileName })
      .from(importTable)
      .where(
        and(
          eq(importTable.packageName, package_name),
          inArray(importTable.state, STORED),
          eq(importTable.live, false),
          gte(importTable.finishedAt, first),
          lte(importTable.finishedAt, last),
        ),
      )
      .orderBy(asc(importTable.id)),
  ]);
  const dayOf = (at: Date | null): string => (at ? todayIn(time_zone, at) : '');
  return [
    ...versions.map(({ version, at, reason }) => ({ day: dayOf(at), kind: 'rules' as const, label: reason, version })),
    ...imports.map(({ at, name }) => ({ day: dayOf(at), kind: 'import' as const, label: name, version: null })),
  ]
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .slice(-MOST);
}
