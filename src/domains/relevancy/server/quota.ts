import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { quotaTable } from './tables.ts';

/** What a vendor may be asked in a day. */
export interface Quota {
  vendor: string;
  /** Where the day of the vendor begins. */
  zone: string;
  /** Units of a day. */
  most: number;
}

const dayOf = (now: Date, { zone }: Quota): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);

/** Takes units of today before they are spent, over all processes and restarts; false where they would be too many. */
export async function takeUnits(
  { db }: Pick<Database, 'db'>,
  now: Date,
  quota: Quota,
  units: number,
): Promise<boolean> {
  const { vendor, most } = quota;
  if (units > most) return false;
  const taken = await db
    .insert(quotaTable)
    .values({ vendor, day: dayOf(now, quota), units })
    .onConflictDoUpdate({
      target: [quotaTable.vendor, quotaTable.day],
      set: { units: sql`${quotaTable.units} + ${units}` },
      setWhere: sql`${quotaTable.units} + ${units} <= ${most}`,
    })
    .returning({ units: quotaTable.units });
  return taken.length === 1;
}

/** The vendor itself says that nothing is left: nobody asks it again today. */
export async function spendAll({ db }: Pick<Database, 'db'>, now: Date, quota: Quota): Promise<void> {
  const { vendor, most } = quota;
  await db
    .insert(quotaTable)
    .values({ vendor, day: dayOf(now, quota), units: most })
    .onConflictDoUpdate({ target: [quotaTable.vendor, quotaTable.day], set: { units: most } });
}
