import { and, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { SettlementState } from '#domains/settlements/contract/states.ts';
import { addMonths } from '#platform/contract/date-range.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Period } from './basis.ts';
import { settlementTable } from './tables.ts';

export type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];
export type Row = typeof settlementTable.$inferSelect;

/** From here on figures stand for ever. */
export const FINAL: readonly SettlementState[] = ['approved', 'invoiced', 'paid'];

export const isFinal = ({ state }: Pick<Row, 'state'>): boolean => FINAL.includes(state);

/** An approved report of the publisher that shares a day with the period: nothing is paid for twice. */
export async function finalWithin(
  tx: Tx,
  packageName: string,
  publisher: string,
  { from, to }: { from: string; to: string },
): Promise<Row | undefined> {
  const [row] = await tx
    .select()
    .from(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        eq(settlementTable.publisher, publisher),
        inArray(settlementTable.state, [...FINAL]),
        lte(settlementTable.periodFrom, to),
        gte(settlementTable.periodTo, from),
      ),
    )
    .limit(1);
  return row;
}

/** Approved reports whose period begins within the days. */
export const finalBegunIn = (db: Database['db'], packageName: string, { from, to }: Period): Promise<Row[]> =>
  db
    .select()
    .from(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        inArray(settlementTable.state, [...FINAL]),
        gte(settlementTable.periodFrom, from),
        lte(settlementTable.periodFrom, to),
      ),
    );

/** Approved reports that share a day with the days. */
export const finalWithinDays = (db: Database['db'], packageName: string, { from, to }: Period): Promise<Row[]> =>
  db
    .select()
    .from(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        inArray(settlementTable.state, [...FINAL]),
        lte(settlementTable.periodFrom, to),
        gte(settlementTable.periodTo, from),
      ),
    );

/** Settlements of a package one after the other, in whatever process. */
export const lock = (tx: Tx, packageName: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`settlements ${packageName}`}, 0))`);

/** Events that come later than that change no report any more. */
const MONTHS_BACK = 12;

/** Approved reports of days before, the newest first, whose figures may have changed since. */
export const approvedBefore = (db: Database['db'], packageName: string, before: string) =>
  db
    .select()
    .from(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        inArray(settlementTable.state, [...FINAL]),
        lt(settlementTable.periodTo, before),
        gte(settlementTable.periodTo, addMonths(before, -MONTHS_BACK)),
      ),
    )
    .orderBy(desc(settlementTable.periodTo));
