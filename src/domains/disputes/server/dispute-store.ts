import { and, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { disputeAudit } from '#domains/disputes/contract/audit.ts';
import type { DisputeRow } from '#domains/disputes/contract/dispute.ts';
import { type disputeEndpoints, isOfNothing } from '#domains/disputes/contract/dispute-endpoints.ts';
import type { EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { ownPackage } from '#traffic/money/server/price-store.ts';
import type { DisputeParts } from './dispute-parts.ts';
import { rowsOf, type Side } from './dispute-view.ts';
import { newLink } from './link.ts';
import { refuse } from './refuse.ts';
import { type Db, standings, type Tx } from './standing.ts';
import { noteStep } from './steps.ts';
import { type Dispute, disputeTable, lineTable } from './tables.ts';

type Listed = Out<(typeof disputeEndpoints.list)['query']>;
type Opened = Out<(typeof disputeEndpoints.open)['body']>;

/** Who sees some sources only is one that is claimed from. */
export const sideOf = (scope: Scope): Side => (scope.publishers === 'all' ? 'claims' : 'is_claimed_from');

/** Whose claims are seen: all of the package, or those on some sources. */
function visible(scope: Scope, packageName: string): SQL | undefined {
  requireMay(scope, 'event.read');
  const own = eq(disputeTable.packageName, requirePackage(scope, packageName));
  if (scope.publishers !== 'all') return and(own, inArray(disputeTable.publisher, [...scope.publishers]));
  ownPackage(scope, packageName);
  return own;
}

export async function listDisputes(
  scope: Scope,
  { database: { db }, now }: DisputeParts,
  { package_name, state, search, page, limit }: Listed,
): Promise<{ rows: DisputeRow[]; total: number }> {
  const all = standings(db, now());
  const where = and(
    visible(scope, package_name),
    state === undefined ? undefined : sql`${all.state} = ${state}`,
    search ? ilike(disputeTable.publisher, containing(search)) : undefined,
  );
  const [rows, total] = await Promise.all([
    all
      .from()
      .where(where)
      .orderBy(desc(disputeTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    all.total(where),
  ]);
  return { rows: await rowsOf(db, rows, sideOf(scope)), total };
}

/** 404 for an unknown number and for what the caller does not see, 403 for one of a foreign package. */
export async function findDispute(scope: Scope, db: Db | Tx, id: number): Promise<Dispute> {
  const [known] = await db
    .select({ packageName: disputeTable.packageName })
    .from(disputeTable)
    .where(eq(disputeTable.id, id));
  if (!known) throw appError('not_found', { field: 'id' });
  const [row] = await db
    .select()
    .from(disputeTable)
    .where(and(eq(disputeTable.id, id), visible(scope, known.packageName)));
  if (!row) throw appError('not_found', { field: 'id' });
  return row;
}

/** The same for whoever claims. */
export async function ownDispute(scope: Scope, db: Db | Tx, id: number): Promise<Dispute> {
  const row = await findDispute(scope, db, id);
  ownPackage(scope, row.packageName);
  return row;
}

/** Makes a claim of an evidence file, once; its link is told this once. */
export function openDispute(
  scope: Scope,
  { database: { db }, evidenceBook, now }: DisputeParts,
  { package_name, evidence_id, days, note }: Opened,
): Promise<{ id: number; token: string }> {
  const packageName = ownPackage(scope, package_name);
  return db.transaction(async (tx) => {
    const evidence = await evidenceBook.ready(tx, evidence_id);
    if (evidence.package_name !== packageName) throw appError('not_found', { field: 'evidence_id' });
    if (isOfNothing(evidence.lines)) throw refuse('dispute_nothing', {}, { field: 'evidence_id' });
    const { token, ...link } = newLink(days, now());
    const [row] = await tx
      .insert(disputeTable)
      .values({ ...subjectOf(evidence), ...link, packageName, note, openedBy: scope.userName, openedAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!row) throw refuse('dispute_twice', {}, { as: 'conflict', field: 'evidence_id' });
    const lines = evidence.lines.map(({ amount, ...line }, at) => ({
      ...line,
      amount: amount === '' ? null : amount,
      disputeId: row.id,
      line: at + 1,
    }));
    await tx.insert(lineTable).values(lines);
    await noteStep(tx, row, { what: 'opened', actor: scope, at: now() }, disputeAudit.open, { evidence_id, days });
    return { id: row.id, token };
  });
}

const subjectOf = (evidence: EvidenceRecord) => ({
  evidenceId: evidence.id,
  publisher: evidence.publisher,
  periodFrom: evidence.period_from,
  periodTo: evidence.period_to,
  settlementId: evidence.settlement_id,
});

/** Another link, and time anew. */
export function renewLink(
  scope: Scope,
  { database: { db }, now }: DisputeParts,
  id: number,
  days: number,
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await ownDispute(scope, tx, id);
    const { token, ...link } = newLink(days, now());
    await tx.update(disputeTable).set(link).where(eq(disputeTable.id, id));
    await noteStep(tx, row, { what: 'linked', actor: scope, at: now() }, disputeAudit.link, { days });
    return token;
  });
}

/** Whoever has it is told that it has ended. Without one nothing changes. */
export function dropLink(scope: Scope, { database: { db }, now }: DisputeParts, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await ownDispute(scope, tx, id);
    const gone = await tx
      .update(disputeTable)
      .set({ linkHash: null })
      .where(and(eq(disputeTable.id, id), sql`${disputeTable.linkHash} IS NOT NULL`));
    if ((gone.rowCount ?? 0) === 0) return;
    await noteStep(tx, row, { what: 'unlinked', actor: scope, at: now() }, disputeAudit.unlink);
  });
}
