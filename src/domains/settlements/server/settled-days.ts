import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SettledDays, SettledPeriod } from '#domains/agreements/contract/settled-days.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { FINAL, lock, type Tx } from './settled.ts';
import { settlementTable } from './tables.ts';

type Db = Database['db'];

/** Lines that were paid for, each source and kind of payment once; what a partner alone has counted was not. */
const PAID = sql<SettledPeriod['paid']>`(SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object(
    'campaign', line->>'campaign', 'event', line->>'event', 'model', CASE WHEN line->>'payment_model' <> '' THEN line->>'model' END)), '[]')
  FROM jsonb_array_elements(${settlementTable.rows}) line WHERE line->>'payment_model' <> '' OR (line->>'gross')::int > 0)`;

export const settledDays: SettledDays<Db, Tx> = {
  of(db, packageName) {
    const { publisher, periodFrom: from, periodTo: to, state } = settlementTable;
    return db
      .select({ publisher, from, to, paid: PAID })
      .from(settlementTable)
      .where(and(eq(settlementTable.packageName, packageName), inArray(state, [...FINAL])));
  },
  async held(tx, packageName) {
    await lock(tx, packageName);
    return settledDays.of(tx, packageName);
  },
};
