import { and, count, eq, ne } from 'drizzle-orm';
import { SYSTEM } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { alertTable } from './tables.ts';

/** Whether somebody watches a package, other than the demo; of a package the caller has asked for and may see. */
export async function hasAlerts({ db }: Database, packageName: string): Promise<boolean> {
  const [row] = await db
    .select({ n: count() })
    .from(alertTable)
    .where(and(eq(alertTable.packageName, packageName), ne(alertTable.createdBy, SYSTEM.userName)));
  return (row?.n ?? 0) > 0;
}
