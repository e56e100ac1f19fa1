import { eq } from 'drizzle-orm';
import { packageTable } from '#platform/server/access/tables.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { truncateAddresses } from './retention.ts';

const DAY_MS = 86_400_000;

/**
 * Addresses up to this moment are due after so many days, to the beginning of a day in UTC; with 0 days everything is,
 * times a little ahead of ours included.
 */
export const truncationCutoff = (now: Date, days: number): Date =>
  new Date(days === 0 ? now.getTime() + DAY_MS : Math.floor((now.getTime() - days * DAY_MS) / DAY_MS) * DAY_MS);

/**
 * The last step of an import into a package that truncates: rows that are due lose the last part of their address as
 * soon as everything that needs the whole one was counted, not only the next night.
 */
export async function truncateNew(
  clickhouse: ClickHouse,
  { db }: Database,
  packageName: string,
  now: Date,
): Promise<void> {
  const [row] = await db
    .select({ days: packageTable.truncateAfterDays })
    .from(packageTable)
    .where(eq(packageTable.name, packageName));
  if (row && row.days !== null)
    await truncateAddresses(clickhouse, { package: packageName, before: truncationCutoff(now, row.days) });
}
