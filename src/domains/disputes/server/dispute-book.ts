import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { DisputeBook } from '#domains/disputes/contract/dispute-book.ts';
import { type Db, outcomesOf, standings } from './standing.ts';
import { disputeTable } from './tables.ts';
import { recordsOf, rulesOf } from './track-record.ts';

export const disputeBook: DisputeBook<Db> = {
  async outcomes(db, packageName, { publisher, settlements, days, now }) {
    const rows = await standings(db, now)
      .from()
      .where(
        and(
          eq(disputeTable.packageName, packageName),
          publisher === undefined ? undefined : eq(disputeTable.publisher, publisher),
          settlements && inArray(disputeTable.settlementId, [...settlements]),
          days && and(lte(disputeTable.periodFrom, days.to), gte(disputeTable.periodTo, days.from)),
        ),
      )
      .orderBy(desc(disputeTable.id));
    const amounts = await outcomesOf(
      db,
      rows.map(({ dispute }) => dispute.id),
    );
    return rows.map(({ dispute: { id, evidenceId, publisher: name, settlementId, endsAt }, state }) => ({
      id,
      evidence_id: evidenceId,
      publisher: name,
      settlement_id: settlementId,
      state,
      ends_at: endsAt.toISOString(),
      outcome: amounts.get(id) ?? [],
    }));
  },
  record: async (db, packageName, asked) => (await recordsOf(db, packageName, asked))[0],
  rules: rulesOf,
};
