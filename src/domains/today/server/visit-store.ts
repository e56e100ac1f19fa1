import { and, eq, sql } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { todayVisitTable as visits } from './tables.ts';

/** A look after so long is another visit; one before it belongs to the visit that goes on. */
export const ABSENCE_MS = 30 * 60_000;

/** When the last visit ended, as seen from now; null on a first one. A token is no person: its visits are all first. */
export async function lastVisit(scope: Scope, { db }: Database, packageName: string, now: Date): Promise<Date | null> {
  const name = requirePackage(scope, packageName);
  const [row] = await db
    .select()
    .from(visits)
    .where(and(eq(visits.userId, scope.userId), eq(visits.packageName, name)));
  if (!row) return null;
  return now.getTime() - row.visitedAt.getTime() >= ABSENCE_MS ? row.visitedAt : row.previousAt;
}

/** Notes a look. A reload belongs to the visit that goes on, so it does not empty the page. */
export async function noteVisit(scope: Scope, { db }: Database, packageName: string, now: Date): Promise<void> {
  const name = requirePackage(scope, packageName);
  if (scope.userId <= 0) return;
  const ended = sql`${visits.visitedAt} <= ${new Date(now.getTime() - ABSENCE_MS).toISOString()}::timestamptz`;
  await db
    .insert(visits)
    .values({ userId: scope.userId, packageName: name, visitedAt: now })
    .onConflictDoUpdate({
      target: [visits.userId, visits.packageName],
      set: {
        previousAt: sql`CASE WHEN ${ended} THEN ${visits.visitedAt} ELSE ${visits.previousAt} END`,
        visitedAt: sql`GREATEST(${visits.visitedAt}, excluded.visited_at)`,
      },
    });
}
