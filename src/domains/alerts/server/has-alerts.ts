import { count, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { alertTable } from './tables.ts';

/** Whether somebody watches a package; of a package the caller has asked for and may see. */
export async function hasAlerts({ db }: Database, packageName: string): Promise<boolean> {
  const [row] = await db.select({ n: count() }).from(alertTable).where(eq(alertTable.packageName, packageName));
  return (row?.n ?? 0) > 0;
}
