import { and, desc, eq, lt } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { sourceSeenTable } from '../tables.ts';

export interface SeenSource {
  publisher: string;
  /** '' where events name none. */
  sub_publisher: string;
}

/** As many as a question carries; whoever has seen more is shown the oldest of them as new again. */
const MOST = 5_000;

/** What the caller had seen before the visit began. A token is no person: to it everything is new. */
export async function seenBefore(
  scope: Scope,
  { db }: Database,
  packageName: string,
  visit: Date,
): Promise<SeenSource[]> {
  return db
    .select({ publisher: sourceSeenTable.publisher, sub_publisher: sourceSeenTable.subPublisher })
    .from(sourceSeenTable)
    .where(
      and(
        eq(sourceSeenTable.userId, scope.userId),
        eq(sourceSeenTable.packageName, requirePackage(scope, packageName)),
        lt(sourceSeenTable.seenAt, visit),
      ),
    )
    .orderBy(desc(sourceSeenTable.seenAt))
    .limit(MOST);
}

/** The first time counts: seeing a source again changes nothing. */
export async function markSeen(
  scope: Scope,
  { db }: Database,
  { packageName, visit, sources }: { packageName: string; visit: Date; sources: readonly SeenSource[] },
): Promise<void> {
  const name = requirePackage(scope, packageName);
  if (scope.userId <= 0 || sources.length === 0) return;
  const { userId } = scope;
  await db
    .insert(sourceSeenTable)
    .values(
      sources.map(({ publisher, sub_publisher }) => ({
        userId,
        packageName: name,
        publisher,
        subPublisher: sub_publisher,
        seenAt: visit,
      })),
    )
    .onConflictDoNothing();
}
