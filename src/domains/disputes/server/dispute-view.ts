import Big from 'big.js';
import { asc, eq, sql } from 'drizzle-orm';
import type { DisputeLine, DisputeRow, DisputeView } from '#domains/disputes/contract/dispute.ts';
import type { EvidenceRecord } from '#domains/evidence/contract/evidence.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { DisputeParts } from './dispute-parts.ts';
import { type Db, outcomesOf, standings } from './standing.ts';
import { type Dispute, disputeTable, fileTable, type Line, lineTable, stepTable } from './tables.ts';

type Standing = Awaited<ReturnType<ReturnType<typeof standings>['from']>>[number];

/** Whose eyes it is for: the publisher is told no name of the other side. */
export type Side = 'claims' | 'is_claimed_from';

export async function rowsOf(db: Db, rows: readonly Standing[], side: Side): Promise<DisputeRow[]> {
  const outcomes = await outcomesOf(
    db,
    rows.map(({ dispute }) => dispute.id),
  );
  return rows.map(({ dispute, ...standing }) => ({
    id: dispute.id,
    package_name: dispute.packageName,
    evidence_id: dispute.evidenceId,
    publisher: dispute.publisher,
    period_from: dispute.periodFrom,
    period_to: dispute.periodTo,
    settlement_id: dispute.settlementId,
    ends_at: dispute.endsAt.toISOString(),
    note: dispute.note,
    opened_by: side === 'claims' ? dispute.openedBy : '',
    opened_at: dispute.openedAt.toISOString(),
    ...standing,
    outcome: outcomes.get(dispute.id) ?? [],
  }));
}

/** A claim with all that is known of it. The program's own work: whoever calls has looked whose it is. */
export async function viewOf(
  { database: { db }, evidenceBook, now }: Pick<DisputeParts, 'database' | 'evidenceBook' | 'now'>,
  id: number,
  side: Side,
): Promise<DisputeView> {
  const [standing] = await standings(db, now()).from().where(eq(disputeTable.id, id));
  if (!standing) throw appError('not_found', { field: 'id' });
  const { dispute } = standing;
  const [[row], evidence, title, details, steps] = await Promise.all([
    rowsOf(db, [standing], side),
    evidenceBook.ready(db, dispute.evidenceId),
    titleOf(db, dispute),
    linesOf(db, dispute, side),
    stepsOf(db, dispute, side),
  ]);
  if (!row) throw appError('not_found', { field: 'id' });
  const mayClaim = side === 'claims';
  return {
    ...row,
    package_title: title,
    details,
    steps,
    may_answer: !mayClaim && row.state === 'open',
    may_decide: mayClaim && row.undecided > 0,
    has_link: mayClaim ? dispute.linkHash !== null && dispute.endsAt > now() : null,
    incident_id: mayClaim ? dispute.incidentId : null,
    evidence: coverOf(evidence),
  };
}

async function titleOf(db: Db, { packageName }: Dispute): Promise<string> {
  const { rows } = await db.execute<{ title: string }>(sql`SELECT title FROM package WHERE name = ${packageName}`);
  return rows[0]?.title || packageName;
}

async function linesOf(db: Db, { id }: Dispute, side: Side): Promise<DisputeLine[]> {
  const lines = await db.select().from(lineTable).where(eq(lineTable.disputeId, id)).orderBy(asc(lineTable.line));
  const { line, fileName: file_name, bytes } = fileTable;
  const files = await db
    .select({ id: fileTable.id, line, file_name, bytes })
    .from(fileTable)
    .where(eq(fileTable.disputeId, id))
    .orderBy(asc(fileTable.id));
  return lines.map((one) => ({
    ...lineOf(one, side),
    files: files.filter((each) => each.line === one.line).map(({ line: _, ...file }) => file),
  }));
}

const lineOf = (line: Line, side: Side): Omit<DisputeLine, 'files'> => ({
  line: line.line,
  campaign: line.campaign,
  event: line.event,
  category: line.category,
  units: line.units,
  amount: line.amount === null ? '' : new Big(line.amount).toFixed(),
  currency: line.currency,
  answer: line.answer,
  text: line.text,
  answered_by: line.answeredBy,
  answered_at: line.answeredAt?.toISOString() ?? null,
  decision: line.decision,
  reason: line.reason,
  decided_by: side === 'claims' ? line.decidedBy : '',
  decided_at: line.decidedAt?.toISOString() ?? null,
  events: line.events,
});

async function stepsOf(db: Db, { id }: Dispute, side: Side): Promise<DisputeView['steps']> {
  const steps = await db.select().from(stepTable).where(eq(stepTable.disputeId, id)).orderBy(asc(stepTable.id));
  return steps.map(({ what, doneBy: who, way, accepted, objected, line, at }) => ({
    what,
    at: at.toISOString(),
    who: side === 'claims' || way !== null ? who : '',
    way,
    accepted,
    objected,
    line,
  }));
}

const coverOf = (evidence: EvidenceRecord): DisputeView['evidence'] => ({
  claimed: evidence.claimed,
  claimed_before: evidence.claimed_before,
  late: evidence.late,
  amounts_from: evidence.amounts_from,
  masked: evidence.masked,
  erased: evidence.erased,
  rule_versions: evidence.rule_versions,
  file_name: evidence.file_name,
  size: evidence.size,
  sha256: evidence.sha256,
  fingerprint: evidence.fingerprint,
});
