import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { seesAll } from './entry-store.ts';
import { reportEntry } from './tables.ts';

/** Files that can be fetched, the newest first, for other lists of downloads than that of the reports. */
export async function readyFiles(
  scope: Scope,
  { db }: Database,
  { packageName, page, limit }: { packageName: string; page: number; limit: number },
) {
  requireMay(scope, 'event.read');
  const where = and(
    eq(reportEntry.packageName, requirePackage(scope, packageName)),
    eq(reportEntry.state, 'Ready'),
    seesAll(scope) ? undefined : eq(reportEntry.authorId, scope.userId),
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(reportEntry)
      .where(where)
      .orderBy(desc(reportEntry.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(reportEntry).where(where),
  ]);
  const files = rows.map(({ id, name, fileName, bytes, finishedAt }) => ({
    id,
    name,
    fileName: fileName ?? '',
    bytes: bytes ?? 0,
    finishedAt: finishedAt?.toISOString() ?? '',
  }));
  return { rows: files, total: counted?.total ?? 0 };
}

/** How many files each package has that can be fetched; of packages the caller may see. */
export async function reportCounts(
  scope: Scope,
  { db }: Database,
  packages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  requireMay(scope, 'event.read');
  const names = packages.map((name) => requirePackage(scope, name));
  const rows = await db
    .select({ name: reportEntry.packageName, n: count() })
    .from(reportEntry)
    .where(
      and(
        inArray(reportEntry.packageName, names),
        eq(reportEntry.state, 'Ready'),
        seesAll(scope) ? undefined : eq(reportEntry.authorId, scope.userId),
      ),
    )
    .groupBy(reportEntry.packageName);
  return new Map(rows.map(({ name, n }) => [name, n]));
}
