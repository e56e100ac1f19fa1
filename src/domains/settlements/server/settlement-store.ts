import { and, asc, count, desc, eq, ilike, inArray, isNull, notInArray } from 'drizzle-orm';
import { settlementAudit } from '#domains/settlements/contract/audit.ts';
import type { SettlementView } from '#domains/settlements/contract/payout.ts';
import type { payoutEndpoints } from '#domains/settlements/contract/settlement-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import { isAsNow, movedSince, outdated, payoutsNow } from './as-now.ts';
import type { Period } from './basis.ts';
import { adjustLate } from './late-changes.ts';
import { type Payout, payoutsOf, type SettlementParts } from './payout.ts';
import { refuse } from './refuse.ts';
import { FINAL, finalWithin, isFinal, lock, type Row, type Tx } from './settled.ts';
import { adjustmentTable, settlementTable } from './tables.ts';

type Wanted = Out<(typeof payoutEndpoints.generate)['body']>;
type Approval = Out<(typeof payoutEndpoints.approve)['body']>;
type Listed = Out<(typeof payoutEndpoints.list)['query']>;

export async function listSettlements(
  scope: Scope,
  parts: SettlementParts,
  info: PackageInfo,
  { state, search, page, limit }: Omit<Listed, 'package_name'>,
): Promise<{ rows: SettlementView[]; total: number }> {
  const { db } = parts.database;
  const where = and(
    eq(settlementTable.packageName, ownPackage(scope, info.package_name)),
    state === undefined ? undefined : eq(settlementTable.state, state),
    search ? ilike(settlementTable.publisher, containing(search)) : undefined,
  );
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(settlementTable)
      .where(where)
      .orderBy(desc(settlementTable.periodFrom), asc(settlementTable.publisher), desc(settlementTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(settlementTable).where(where),
  ]);
  const old = await outdated(scope, parts, info, rows);
  return { rows: rows.map((row) => viewOf(row, old.has(row.id))), total: counted?.total ?? 0 };
}

/** 404 for an unknown number, 403 for one of a foreign package. */
export async function oneSettlement(scope: Scope, parts: SettlementParts, id: number) {
  const [row] = await parts.database.db.select().from(settlementTable).where(eq(settlementTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  const packageName = ownPackage(scope, requirePackage(scope, row.packageName));
  const old = await outdated(scope, parts, await parts.packageInfo(scope, packageName), [row]);
  return { ...viewOf(row, old.has(row.id)), rows: row.rows };
}

/**
 * Payout reports of a period, one for each publisher with something counted or owed. What was generated before and is
 * not approved is reckoned anew, and goes where nothing is counted or owed any more; what is approved stays. What became of earlier approved ones is an adjustment first.
 */
export async function generateSettlements(
  scope: Scope,
  parts: SettlementParts,
  { package_name, period_from: from, period_to: to, publishers }: Wanted,
): Promise<SettlementView[]> {
  const packageName = ownPackage(scope, package_name);
  if (to < from) throw refuse('days_reversed', {}, { field: 'period_to' });
  const info = await parts.packageInfo(scope, packageName);
  if (to >= info.today) throw refuse('not_over', {}, { field: 'period_to' });
  await adjustLate(scope, parts, info, { before: from, publishers });
  const payouts = await payoutsOf(scope, parts, info, { from, to, publishers });
  return parts.database.db.transaction(async (tx) => {
    await lock(tx, packageName);
    const kept = payouts.map(({ publisher }) => publisher);
    const gone = await removeEmptied(tx, packageName, { from, to }, { kept, publishers });
    if (payouts.length === 0 && gone === 0) throw refuse('nothing_to_settle', {}, { field: 'period_from' });
    const made: Row[] = [];
    for (const payout of payouts) {
      const within = await finalWithin(tx, packageName, payout.publisher, { from, to });
      if (within && within.periodFrom === from && within.periodTo === to) continue;
      if (within)
        throw refuse(
          'settled_already',
          { publisher: payout.publisher, from: within.periodFrom, to: within.periodTo },
          { as: 'conflict', field: 'period_from' },
        );
      made.push(await store(scope, tx, payout, { packageName, from, to, now: parts.now() }));
    }
    if (made.length > 0 || gone > 0)
      await audit(tx, scope, {
        action: settlementAudit.generate,
        subject: `${from} - ${to}`,
        package: packageName,
        details: { publishers: made.length, gone, from, to },
      });
    return made.map((row) => viewOf(row));
  });
}

/** Reports of the period that are not approved, and of which nothing is left. */
async function removeEmptied(
  tx: Tx,
  packageName: string,
  { from, to }: Period,
  { kept, publishers }: { kept: readonly string[]; publishers: readonly string[] },
): Promise<number> {
  const gone = await tx
    .delete(settlementTable)
    .where(
      and(
        eq(settlementTable.packageName, packageName),
        eq(settlementTable.periodFrom, from),
        eq(settlementTable.periodTo, to),
        notInArray(settlementTable.state, [...FINAL]),
        kept.length > 0 ? notInArray(settlementTable.publisher, [...kept]) : undefined,
        publishers.length > 0 ? inArray(settlementTable.publisher, [...publishers]) : undefined,
      ),
    )
    .returning({ id: settlementTable.id });
  return gone.length;
}

async function store(
  scope: Scope,
  tx: Tx,
  { publisher, rows, totals, basis }: Payout,
  { packageName, from, to, now }: { packageName: string; from: string; to: string; now: Date },
): Promise<Row> {
  const figures = {
    state: rows.some((row) => row.is_disputed) ? ('disputed' as const) : ('calculated' as const),
    rows,
    totals,
    basis,
    updatedAt: now,
  };
  const [row] = await tx
    .insert(settlementTable)
    .values({
      packageName,
      publisher,
      periodFrom: from,
      periodTo: to,
      ...figures,
      createdBy: scope.userName,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [
        settlementTable.packageName,
        settlementTable.publisher,
        settlementTable.periodFrom,
        settlementTable.periodTo,
      ],
      set: figures,
    })
    .returning();
  if (!row) throw new Error('A payout report was not stored');
  return row;
}

/** Approve what was read: two people who approve at once take turns, and the second is told. */
export async function approveSettlements(
  scope: Scope,
  parts: SettlementParts,
  { package_name, settlements }: Approval,
): Promise<SettlementView[]> {
  const packageName = ownPackage(scope, package_name);
  const read = new Map(settlements.map(({ id, updated_at }) => [id, updated_at]));
  const rowsIn = (db: Pick<Tx, 'select'>): Promise<Row[]> =>
    db
      .select()
      .from(settlementTable)
      .where(and(eq(settlementTable.packageName, packageName), inArray(settlementTable.id, [...read.keys()])))
      .orderBy(asc(settlementTable.id));
  const info = await parts.packageInfo(scope, packageName);
  // Counted before anything waits for it; that nothing else has changed since is asked inside.
  const now = await payoutsNow(scope, parts, info, await rowsIn(parts.database.db));
  return parts.database.db.transaction(async (tx) => {
    await lock(tx, packageName);
    const rows = await rowsIn(tx);
    if (rows.length < read.size) throw appError('not_found', { field: 'settlements' });
    const moved = await movedSince(parts, tx, info, rows, now);
    const approved: Row[] = [];
    for (const row of rows) {
      const { publisher, periodFrom: from, periodTo: to } = row;
      if (isFinal(row)) throw refuse('approved_already', { publisher }, { as: 'conflict', field: 'settlements' });
      if (row.updatedAt.toISOString() !== read.get(row.id)) throw stale(row);
      const payout = now.get(row.id);
      if (moved.has(row.id) || !isAsNow(row, payout))
        throw refuse('out_of_date', { publisher, from, to }, { as: 'conflict', field: 'settlements' });
      // Terms that came to the same are those it stands on from now on.
      approved.push(await approve(scope, tx, { ...row, basis: payout.basis }, parts.now()));
    }
    return approved.map((row) => viewOf(row));
  });
}

const stale = ({ publisher }: Row) =>
  refuse('figures_changed', { publisher }, { as: 'conflict', field: 'settlements' });

async function approve(scope: Scope, tx: Tx, row: Row, now: Date): Promise<Row> {
  const { publisher, packageName, periodFrom: from, periodTo: to } = row;
  if (row.state === 'disputed') throw refuse('disputed', { publisher }, { field: 'settlements' });
  const within = await finalWithin(tx, packageName, publisher, { from, to });
  if (within)
    throw refuse(
      'settled_already',
      { publisher, from: within.periodFrom, to: within.periodTo },
      { as: 'conflict', field: 'settlements' },
    );
  const wanted = row.basis.adjustments.map(({ id }) => id);
  if (wanted.length > 0) {
    const taken = await tx
      .update(adjustmentTable)
      .set({ settlementId: row.id })
      .where(and(inArray(adjustmentTable.id, wanted), isNull(adjustmentTable.settlementId)))
      .returning({ id: adjustmentTable.id });
    // Another report of the same publisher has taken them in.
    if (taken.length < wanted.length) throw stale(row);
  }
  await carryOn(scope, tx, row, now);
  const [approved] = await tx
    .update(settlementTable)
    .set({ state: 'approved', basis: row.basis, approvedBy: scope.userName, approvedAt: now, updatedAt: now })
    .where(eq(settlementTable.id, row.id))
    .returning();
  if (!approved) throw stale(row);
  await audit(tx, scope, {
    action: settlementAudit.approve,
    subject: publisher.slice(0, 400),
    package: packageName,
    details: { id: row.id, from, to, payable: row.totals.map(({ payable, currency }) => `${payable} ${currency}`) },
  });
  return approved;
}

/** What is too little to be paid out is to the good (or the charge) of the publisher in its next report. */
async function carryOn(scope: Scope, tx: Tx, row: Row, createdAt: Date): Promise<void> {
  const { packageName, publisher, id: ofSettlement, totals } = row;
  const carried = totals.filter(
    ({ is_carried, net, withholding }) => is_carried && (Number(net) !== 0 || Number(withholding) !== 0),
  );
  if (carried.length === 0) return;
  const own = { packageName, publisher, ofSettlement, kind: 'carried' as const, reason: '', author: scope.userName };
  await tx
    .insert(adjustmentTable)
    .values(
      carried.map(({ currency, net, withholding }) => ({ ...own, currency, amount: net, withholding, createdAt })),
    );
}

/** `isOutdated`: its figures would come out otherwise now. */
export const viewOf = (row: Row, isOutdated = false): SettlementView => ({
  id: row.id,
  package_name: row.packageName,
  publisher: row.publisher,
  period_from: row.periodFrom,
  period_to: row.periodTo,
  state: row.state,
  is_outdated: isOutdated,
  disputed_lines: row.rows.filter((line) => line.is_disputed).length,
  totals: row.totals.map((total) => {
    const document = row.documents.find(({ currency }) => currency === total.currency);
    const claim = { invoice_no: document?.invoice_no ?? null, due_date: document?.due_date ?? null };
    return { ...total, ...claim, status: row.state, settlement_id: row.id };
  }),
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  approved_by: row.approvedBy,
  approved_at: row.approvedAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
});
