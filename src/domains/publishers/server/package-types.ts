import { eq } from 'drizzle-orm';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Types of dashboards that a package was given. */
export async function typesOfPackage(scope: Scope, { db }: Database, packageName: string): Promise<readonly string[]> {
  const [row] = await db
    .select({ types: packageTable.dashboardTypes })
    .from(packageTable)
    .where(eq(packageTable.name, requirePackage(scope, packageName)));
  return row?.types ?? [];
}
