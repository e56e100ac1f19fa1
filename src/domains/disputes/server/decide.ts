import { and, eq } from 'drizzle-orm';
import { disputeAudit } from '#domains/disputes/contract/audit.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { decideAllJob } from '#traffic/explorer/server/decisions/decision-jobs.ts';
import { beginMarking, eventsToMark, rulesThatHit } from '#traffic/explorer/server/decisions/mark-events.ts';
import { heldDispute, heldLine } from './answer.ts';
import type { DisputeParts } from './dispute-parts.ts';
import { ownDispute } from './dispute-store.ts';
import { refuse } from './refuse.ts';
import type { Db, Tx } from './standing.ts';
import { noteStep } from './steps.ts';
import { type Dispute, type Line, lineTable, ruleTable } from './tables.ts';

/** Of one line: their ids are held while they are marked. */
const MOST_EVENTS = 500_000;

interface Decided {
  id: number;
  line: number;
  reason: string;
}

/** A line that waits for a decision, or undefined where it was decided so before; decided otherwise it is a conflict. */
function waiting({ answer, decision, line }: Line, wanted: NonNullable<Line['decision']>): boolean {
  if (answer !== 'objected') throw refuse('dispute_not_objected', { line }, { as: 'conflict', field: 'line' });
  if (decision !== null && decision !== wanted)
    throw refuse('dispute_decided', { line }, { as: 'conflict', field: 'line' });
  return decision === null;
}

const setLine = (tx: Tx, { disputeId, line }: Line, set: Partial<Line>) =>
  tx
    .update(lineTable)
    .set(set)
    .where(and(eq(lineTable.disputeId, disputeId), eq(lineTable.line, line)));

/** The line stands although it was objected to. Insisted on again nothing changes. */
export async function insist(scope: Scope, parts: DisputeParts, { id, line: number, reason }: Decided): Promise<void> {
  const { now } = parts;
  const { db } = parts.database;
  const own = await ownDispute(scope, db, id);
  const asked = await lineOf(db, id, number);
  if (!waiting(asked, 'insisted')) return;
  const rules = await rulesThatHit(scope, parts.clickhouse, await markingOf(scope, parts, own, asked));
  await db.transaction(async (tx) => {
    const dispute = await heldDispute(tx, id);
    const line = await heldLine(tx, id, number);
    if (!waiting(line, 'insisted')) return;
    await setLine(tx, line, { decision: 'insisted', reason, decidedBy: scope.userName, decidedAt: now() });
    await keepRules(tx, line, 'insisted', rules);
    const step = { what: 'insisted', actor: scope, at: now(), line: number } as const;
    await noteStep(tx, dispute, step, disputeAudit.insist, { reason });
  });
}

/**
 * The events of a line are marked clean, as by any decision about many of them: verdicts follow at once, and what they
 * cost is to the good of the publisher in its next payout report. Taken back again nothing changes.
 */
export async function takeBack(
  scope: Scope,
  parts: DisputeParts,
  { id, line: number, reason }: Decided,
): Promise<void> {
  const { database, clickhouse, jobs, now } = parts;
  const { db } = database;
  const dispute = await ownDispute(scope, db, id);
  // Read before, so that no transaction waits for the other engine; a mark set twice changes nothing.
  const line = await lineOf(db, id, number);
  if (!waiting(line, 'taken_back')) return;
  const marking = await markingOf(scope, parts, dispute, line);
  const events = await eventsToMark(scope, clickhouse, marking, MOST_EVENTS);
  const rules = await rulesThatHit(scope, clickhouse, marking);
  if (events.length > MOST_EVENTS) throw refuse('dispute_too_many', { most: MOST_EVENTS }, { field: 'line' });
  const begun = await db.transaction(async (tx) => {
    const held = await heldDispute(tx, id);
    const fresh = await heldLine(tx, id, number);
    if (!waiting(fresh, 'taken_back')) return [];
    const decided = { decidedBy: scope.userName, decidedAt: now(), events: events.length };
    await setLine(tx, fresh, { decision: 'taken_back', reason, ...decided });
    await keepRules(tx, fresh, 'taken_back', rules);
    const { packageName } = held;
    const ids = await beginMarking(scope, tx, { package: packageName, events, decision: 'clean', reason, now: now() });
    const step = { what: 'taken_back', actor: scope, at: now(), line: number } as const;
    await noteStep(tx, held, step, disputeAudit.takeBack, { reason, events: events.length });
    return ids;
  });
  // A queue out of reach loses nothing: what is begun is looked for at every start, and by the clock.
  for (const batch of begun) await jobs.enqueue(decideAllJob, { id: batch }).catch(() => null);
}

async function lineOf(db: Db, id: number, number: number): Promise<Line> {
  const [line] = await db
    .select()
    .from(lineTable)
    .where(and(eq(lineTable.disputeId, id), eq(lineTable.line, number)));
  if (!line) throw refuse('dispute_no_line', { line: number }, { as: 'not_found', field: 'line' });
  return line;
}

/** Which rules were right or wrong by it. */
async function keepRules(
  tx: Tx,
  { disputeId, line }: Line,
  decision: NonNullable<Line['decision']>,
  rules: Awaited<ReturnType<typeof rulesThatHit>>,
): Promise<void> {
  if (rules.length === 0) return;
  await tx.insert(ruleTable).values(rules.map((each) => ({ disputeId, line, decision, ...each })));
}

async function markingOf(scope: Scope, parts: DisputeParts, dispute: Dispute, line: Line) {
  const { database, evidenceBook, packageInfo } = parts;
  const info = await packageInfo(scope, dispute.packageName);
  const evidence = await evidenceBook.ready(database.db, dispute.evidenceId);
  const own = evidence.lines[line.line - 1];
  if (!own) throw appError('not_found', { field: 'line' });
  const filter = {
    package: dispute.packageName,
    kinds: [],
    from: dispute.periodFrom,
    to: dispute.periodTo,
    timeZone: info.time_zone,
    where: { publisher: [dispute.publisher] },
  };
  const which = await evidenceBook.eventsOf(database.db, evidence, own);
  return { filter, which, decision: 'clean' as const };
}
