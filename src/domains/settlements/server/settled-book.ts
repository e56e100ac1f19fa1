import Big from 'big.js';
import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { SettledBook, SettledReport } from '#domains/settlements/contract/settled-book.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import { isFinal, type Row, type Tx } from './settled.ts';
import { viewOf } from './settlement-store.ts';
import { settlementTable } from './tables.ts';

export const settledBook: SettledBook<Database['db'], Tx> = {
  async reports(db, packageName, { ids, publisher, from, to }) {
    const rows = await db
      .select()
      .from(settlementTable)
      .where(
        and(
          eq(settlementTable.packageName, packageName),
          ids && inArray(settlementTable.id, [...ids]),
          publisher === undefined ? undefined : eq(settlementTable.publisher, publisher),
          from === undefined ? undefined : gte(settlementTable.periodFrom, from),
          to === undefined ? undefined : lte(settlementTable.periodTo, to),
        ),
      )
      .orderBy(desc(settlementTable.periodFrom), settlementTable.publisher, settlementTable.id);
    return rows.map(reportOf);
  },

  async setDocument(tx, id, currency, document) {
    const [row] = await tx.select().from(settlementTable).where(eq(settlementTable.id, id)).for('update');
    if (!row) throw appError('not_found', { field: 'id' });
    if (!isFinal(row)) throw refuse('not_approved', { publisher: row.publisher }, { as: 'conflict', field: 'id' });
    const others = row.documents.filter((each) => each.currency !== currency);
    const documents = document ? [...others, document] : others;
    await tx
      .update(settlementTable)
      .set({ documents, state: stateOf(row, documents) })
      .where(eq(settlementTable.id, id));
  },
};

function stateOf({ totals }: Row, documents: Row['documents']): 'approved' | 'invoiced' | 'paid' {
  const wanted = totals
    .filter(({ payable, is_carried }) => new Big(payable).gt(0) && !is_carried)
    .map(({ currency }) => currency);
  const covered = wanted.every((currency) => documents.some((each) => each.currency === currency));
  if (documents.length === 0 || !covered) return 'approved';
  return documents.every((each) => each.is_paid) ? 'paid' : 'invoiced';
}

function reportOf(row: Row): SettledReport {
  const { id, package_name, publisher, period_from, period_to, state, totals, ...view } = viewOf(row);
  const { approved_by, approved_at, updated_at } = view;
  const setting = row.basis.settings[0] ?? null;
  const own = { id, package_name, publisher, period_from, period_to, state, rows: row.rows, totals, setting };
  return { ...own, approved_by, approved_at, updated_at };
}
