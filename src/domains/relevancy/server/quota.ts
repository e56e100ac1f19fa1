import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { quotaTable } from './tables.ts';

/** Where a vendor's day begins. */
const DAY_ZONE = 'America/Los_Angeles';

const dayOf = (now: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: DAY_ZONE }).format(now);

/** Takes units of today before they are spent, over all processes and restarts; false where they would be too many. */
export async function takeUnits(
  { db }: Pick<Database, 'db'>,
  now: Date,
  vendor: string,
  { units, most }: { units: number; most: number },
): Promise<boolean> {
  if (units > most) return false;
  const taken = await db
    .insert(quotaTable)
    .values({ vendor, day: dayOf(now), units })
    .onConflictDoUpdate({
      target: [quotaTable.vendor, quotaTable.day],
      set: { units: sql`${quotaTable.units} + ${units}` },
      setWhere: sql`${quotaTable.units} + ${units} <= ${most}`,
    })
    .returning({ units: quotaTable.units });
  return taken.length === 1;
}

/** The vendor itself says that nothing is left: nobody asks it again today. */
export async function spendAll({ db }: Pick<Database, 'db'>, now: Date, vendor: string, most: number): Promise<void> {
  await db
    .insert(quotaTable)
    .values({ vendor, day: dayOf(now), units: most })
    .onConflictDoUpdate({ target: [quotaTable.vendor, quotaTable.day], set: { units: most } });
}
