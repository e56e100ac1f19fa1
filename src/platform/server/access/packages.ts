import { and, asc, eq } from 'drizzle-orm';
import { todayIn } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { appError } from '../http/app-error.ts';
import { refuse } from '../http/refuse.ts';
import type { Database } from '../postgres/postgres.ts';
import { requirePackage, type Scope } from './scope.ts';
import { packageTable, userPackage } from './tables.ts';

type PackageRow = typeof packageTable.$inferSelect;

const toInfo = (row: PackageRow, now: Date): PackageInfo => ({
  package_name: row.name,
  package_title: row.title,
  platform: row.platform,
  time_zone: row.timeZone,
  currency: row.currency,
  suspect_counts_as: row.suspectCountsAs,
  demo: row.demo,
  today: todayIn(row.timeZone, now),
});

/** What the rest of the server needs to know of a package; 404 for an unknown one, 403 for a foreign one. */
export async function packageInfoOf(scope: Scope, { db }: Database, name: string, now: Date): Promise<PackageInfo> {
  requirePackage(scope, name);
  const [row] = await db.select().from(packageTable).where(eq(packageTable.name, name));
  if (!row) throw appError('not_found', { field: 'package_name' });
  return toInfo(row, now);
}

/** Whether there is one of this name, switched off or not. */
export async function packageExists({ db }: Pick<Database, 'db'>, name: string): Promise<boolean> {
  const found = await db.select({ id: packageTable.id }).from(packageTable).where(eq(packageTable.name, name));
  return found.length > 0;
}

/** The caller's active packages, its own order first. Administrators see all. */
export async function packagesOf(scope: Scope, { db }: Database, now: Date): Promise<PackageInfo[]> {
  const rows =
    scope.packages === 'all'
      ? await db
          .select()
          .from(packageTable)
          .where(eq(packageTable.active, true))
          .orderBy(asc(packageTable.createdAt), asc(packageTable.name))
      : (
          await db
            .select({ row: packageTable })
            .from(userPackage)
            .innerJoin(packageTable, eq(packageTable.name, userPackage.packageName))
            .where(and(eq(userPackage.userId, scope.userId), eq(packageTable.active, true)))
            .orderBy(asc(userPackage.position), asc(packageTable.name))
        ).map(({ row }) => row);
  return rows.map((row) => {
    const { filters, pages } = scope.selected.get(row.name) ?? {};
    return {
      ...toInfo(row, now),
      ...(filters ? { filters: [...filters] } : {}),
      ...(pages ? { pages: [...pages] } : {}),
    };
  });
}

export interface PackageRecord {
  name: string;
  title: string;
  platform: 'web' | 'app';
  timeZone: string;
  currency: string;
  dashboardTypes: readonly string[];
  demo?: boolean;
}

/** Creates a package, or answers `conflict` when the name is taken: a taken name is never handed over. */
export async function createPackage({ db }: Database, record: PackageRecord): Promise<void> {
  const made = await db
    .insert(packageTable)
    .values({ ...record, dashboardTypes: [...record.dashboardTypes], domain: record.name })
    .onConflictDoNothing()
    .returning({ name: packageTable.name });
  if (made.length === 0) throw refuse('package_exists', {}, { as: 'conflict', field: 'package_name' });
}

/** Landing order of a package for one user: the mapping's own list, else the package's. */
export async function dashboardTypesOf(scope: Scope, { db }: Database, name: string): Promise<string[]> {
  requirePackage(scope, name);
  const [row] = await db
    .select({ own: userPackage.dashboardTypes, all: packageTable.dashboardTypes })
    .from(packageTable)
    .leftJoin(userPackage, and(eq(userPackage.packageName, packageTable.name), eq(userPackage.userId, scope.userId)))
    .where(eq(packageTable.name, name));
  if (!row) throw appError('not_found', { field: 'package_name' });
  return row.own ?? row.all;
}
