import { and, eq, ne, sql as pg } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { Asked } from './touch-sql.ts';

/** First and last day, both included, in the package's time zone. */
export interface Period {
  from: string;
  to: string;
}

/** Imports whose files write their times in another zone than UTC, by zone. */
export async function zonesOf(scope: Scope, { db }: Database, packageName: string): Promise<Asked['zones']> {
  const zone = pg<string>`${importTable.mapping}->>'timeZone'`;
  const rows = await db
    .select({ zone, imports: pg<number[]>`array_agg(${importTable.id} ORDER BY ${importTable.id})` })
    .from(importTable)
    .where(and(eq(importTable.packageName, ownPackage(scope, packageName)), ne(zone, 'UTC')))
    .groupBy(zone)
    .orderBy(zone);
  return rows;
}
