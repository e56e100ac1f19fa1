import Big from 'big.js';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { settlementAudit } from '#domains/settlements/contract/audit.ts';
import type {
  enteredEndpoints,
  OpenAdjustment,
  payoutEndpoints,
} from '#domains/settlements/contract/settlement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { minorDigits } from '#platform/contract/minor-digits.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { rounded, textOf } from './money.ts';
import type { SettlementParts } from './payout.ts';
import { refuse } from './refuse.ts';
import { lock } from './settled.ts';
import { adjustmentTable } from './tables.ts';

/** No amount has more digits than its currency: rounding would make another of it. */
export function requireDigits(amount: string, currency: string): void {
  const told = new Big(amount);
  if (told.eq(rounded(told, currency))) return;
  throw refuse('amount_digits', { currency, digits: minorDigits(currency) }, { field: 'amount' });
}

/** An amount beside what events come to; it waits for the next payout report of the publisher. */
export async function addAdjustment(
  scope: Scope,
  { database, packageInfo, now }: SettlementParts,
  { package_name, publisher, amount, currency, reason }: Out<(typeof payoutEndpoints.adjust)['body']>,
): Promise<{ id: number }> {
  const packageName = ownPackage(scope, package_name);
  await packageInfo(scope, packageName);
  if (Number(amount) === 0) throw refuse('nothing_to_adjust', {}, { field: 'amount' });
  requireDigits(amount, currency);
  return database.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(adjustmentTable)
      .values({ packageName, publisher, amount, currency, reason, author: scope.userName, createdAt: now() })
      .returning({ id: adjustmentTable.id });
    if (!row) throw new Error('An adjustment was not stored');
    await audit(tx, scope, {
      action: settlementAudit.adjust,
      subject: publisher.slice(0, 400),
      package: packageName,
      details: { id: row.id, amount, currency, reason },
    });
    return row;
  });
}

const waiting = isNull(adjustmentTable.settlementId);
const entered = eq(adjustmentTable.kind, 'entered');

/** Entered, and in no approved report yet. */
export async function openAdjustments(
  scope: Scope,
  { database: { db } }: SettlementParts,
  { package_name, page, limit }: Out<(typeof enteredEndpoints.adjustments)['query']>,
): Promise<{ rows: OpenAdjustment[]; total: number }> {
  const where = and(eq(adjustmentTable.packageName, ownPackage(scope, package_name)), waiting, entered);
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(adjustmentTable)
      .where(where)
      .orderBy(desc(adjustmentTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(adjustmentTable).where(where),
  ]);
  return {
    rows: rows.map(({ id, publisher, amount, currency, reason, author, createdAt }) => ({
      id,
      publisher,
      amount: textOf(new Big(amount), currency),
      currency,
      reason,
      author,
      created_at: createdAt.toISOString(),
    })),
    total: counted?.total ?? 0,
  };
}

/** 404 for an unknown number, 403 for one of a foreign package; what is approved, or came of a report, stays. */
export async function withdrawAdjustment(scope: Scope, { database }: SettlementParts, id: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    const one = eq(adjustmentTable.id, id);
    const [found] = await tx.select().from(adjustmentTable).where(one);
    if (!found) throw appError('not_found', { field: 'id' });
    const packageName = ownPackage(scope, found.packageName);
    // A report with it may be approved meanwhile.
    await lock(tx, packageName);
    const [gone] = await tx
      .delete(adjustmentTable)
      .where(and(one, waiting, entered))
      .returning();
    if (!gone) throw refuse('adjustment_stays', {}, { as: 'conflict' });
    const { publisher, amount, currency, reason } = gone;
    await audit(tx, scope, {
      action: settlementAudit.withdraw,
      subject: publisher.slice(0, 400),
      package: packageName,
      details: { id, amount, currency, reason },
    });
  });
}
