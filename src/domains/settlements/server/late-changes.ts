import Big from 'big.js';
import { and, eq } from 'drizzle-orm';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sum, textOf } from './money.ts';
import { payoutsAgain, type SettlementParts } from './payout.ts';
import { approvedBefore, lock, type Row, type Tx } from './settled.ts';
import { adjustmentTable } from './tables.ts';

/** Reports that are looked at once more: what changes later than that is older than any claim. */
const NEWEST = 6;

/**
 * What became of approved reports since: traffic that came late, a sweep, a decision, a white list. The figures of the
 * report stay; what they would be now, by the terms of then, is to the good or the charge of the publisher in its next
 * one. Asking again adds nothing.
 */
export async function adjustLate(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  { before, publishers }: { before: string; publishers: readonly string[] },
): Promise<void> {
  const { db } = parts.database;
  const times = new Map<string, number>();
  const periods = new Map<string, Row[]>();
  for (const row of await approvedBefore(db, info.package_name, before)) {
    const { publisher, periodFrom, periodTo } = row;
    const time = (times.get(publisher) ?? 0) + 1;
    times.set(publisher, time);
    if (time > NEWEST || (publishers.length > 0 && !publishers.includes(publisher))) continue;
    const counted = `${periodFrom} ${periodTo} ${row.basis.suspect_counts_as ?? ''}`;
    periods.set(counted, [...(periods.get(counted) ?? []), row]);
  }
  for (const rows of periods.values()) {
    const [first] = rows;
    if (!first) continue;
    const { periodFrom: from, periodTo: to, basis } = first;
    const then = { ...info, suspect_counts_as: basis.suspect_counts_as ?? info.suspect_counts_as };
    const now = await payoutsAgain(scope, parts, then, { from, to }, rows);
    await db.transaction(async (tx) => {
      await lock(tx, info.package_name);
      for (const row of rows) await adjust(scope, tx, row, now.get(row.publisher)?.totals ?? [], parts.now());
    });
  }
}

/** What the report would be more or less now, beside what was told of it before. */
async function adjust(scope: Scope, tx: Tx, row: Row, totals: Row['totals'], now: Date): Promise<void> {
  const told = await tx
    .select({ currency: adjustmentTable.currency, amount: adjustmentTable.amount })
    .from(adjustmentTable)
    .where(and(eq(adjustmentTable.ofSettlement, row.id), eq(adjustmentTable.kind, 'late')));
  for (const currency of new Set([...row.totals, ...totals].map((total) => total.currency))) {
    const amounts = told.filter((each) => each.currency === currency).map(({ amount }) => new Big(amount));
    const change = netIn(totals, currency).minus(netIn(row.totals, currency)).minus(sum(amounts));
    if (change.eq(0)) continue;
    await tx.insert(adjustmentTable).values({
      packageName: row.packageName,
      publisher: row.publisher,
      currency,
      amount: textOf(change, currency),
      reason: '',
      kind: 'late',
      ofSettlement: row.id,
      author: scope.userName,
      createdAt: now,
    });
  }
}

const netIn = (totals: Row['totals'], currency: string): Big =>
  new Big(totals.find((total) => total.currency === currency)?.net ?? '0');
