import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { disputeAudit } from '#domains/disputes/contract/audit.ts';
import type { answers } from '#domains/disputes/contract/dispute-endpoints.ts';
import type { Answerer, DisputeParts } from './dispute-parts.ts';
import { refuse } from './refuse.ts';
import type { Tx } from './standing.ts';
import { noteStep } from './steps.ts';
import { type Dispute, disputeTable, type Line, lineTable } from './tables.ts';

type Answer = z.output<typeof answers>[number];

/** A claim whose lines nobody else changes until the transaction ends. */
export async function heldDispute(tx: Tx, id: number): Promise<Dispute> {
  const [row] = await tx.select().from(disputeTable).where(eq(disputeTable.id, id)).for('update');
  if (!row) throw new Error('A claim is gone');
  return row;
}

export async function heldLine(tx: Tx, id: number, line: number): Promise<Line> {
  const [row] = await tx
    .select()
    .from(lineTable)
    .where(and(eq(lineTable.disputeId, id), eq(lineTable.line, line)));
  if (!row) throw refuse('dispute_no_line', { line }, { as: 'not_found', field: 'line' });
  return row;
}

/**
 * What the publisher says of lines, all of it or nothing: a line that somebody else has answered meanwhile refuses the
 * others. Said once more by the same person it changes nothing. The first objection opens an incident.
 */
export async function answerLines(
  parts: DisputeParts,
  id: number,
  by: Answerer,
  said: readonly Answer[],
): Promise<void> {
  const { db } = parts.database;
  const objects = said.find(({ answer, text }) => answer === 'objected' && text.length < 3);
  if (objects) throw refuse('dispute_why', {}, { field: 'answers' });
  const dispute = await db.transaction(async (tx) => {
    const held = await heldDispute(tx, id);
    const wanted = new Map(said.map((one) => [one.line, one]));
    const rows = await tx
      .select()
      .from(lineTable)
      .where(and(eq(lineTable.disputeId, id), inArray(lineTable.line, [...wanted.keys()])))
      .orderBy(asc(lineTable.line));
    const known = new Map(rows.map((row) => [row.line, row]));
    const open: Answer[] = [];
    for (const answer of wanted.values()) {
      const line = known.get(answer.line);
      if (!line) throw refuse('dispute_no_line', { line: answer.line }, { as: 'not_found', field: 'answers' });
      if (line.answer === null) open.push(answer);
      else if (!isSame(line, answer, by))
        throw refuse('dispute_answered', { line: line.line }, { as: 'conflict', field: 'answers' });
    }
    if (open.length === 0) return held;
    if (held.endsAt <= parts.now()) throw refuse('dispute_over', {}, { as: 'conflict' });
    await store(tx, held, by, open, parts.now());
    return held;
  });
  if (said.some(({ answer }) => answer === 'objected')) await openIncident(parts, dispute);
}

const isSame = (line: Line, { answer, text }: Answer, { name }: Answerer): boolean =>
  line.answer === answer && line.text === text && line.answeredBy === name;

async function store(tx: Tx, dispute: Dispute, by: Answerer, said: readonly Answer[], now: Date): Promise<void> {
  for (const { line, answer, text } of said)
    await tx
      .update(lineTable)
      .set({ answer, text, answeredBy: by.name, answeredAt: now })
      .where(and(eq(lineTable.disputeId, dispute.id), eq(lineTable.line, line)));
  const accepted = said.filter(({ answer }) => answer === 'accepted').length;
  const counts = { accepted, objected: said.length - accepted };
  await noteStep(
    tx,
    dispute,
    { what: 'answered', actor: by.actor, way: by.way, at: now, ...counts },
    disputeAudit.answer,
  );
}

/** Once for a claim, whoever objects to how many lines of it. */
async function openIncident({ database: { db }, openIncident: open, now }: DisputeParts, dispute: Dispute) {
  if (dispute.incidentId !== null) return;
  const { id: incidentId } = await open({
    package_name: dispute.packageName,
    source: 'dispute',
    key: `dispute ${dispute.id}`,
    title: `${dispute.publisher.slice(0, 200)} objects to claim ${dispute.id}`,
    publisher: dispute.publisher.slice(0, 500),
    url: '',
    evidence: { numbers: { claim: dispute.id } },
    happened_at: now(),
  });
  await db.update(disputeTable).set({ incidentId }).where(eq(disputeTable.id, dispute.id));
}
