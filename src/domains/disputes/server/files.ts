import type { Readable } from 'node:stream';
import { and, count, eq, sum } from 'drizzle-orm';
import { disputeAudit } from '#domains/disputes/contract/audit.ts';
import { FILE_MB, MOST_FILES } from '#domains/disputes/contract/dispute-endpoints.ts';
import { ENDINGS, kindOf } from '#platform/server/files/file-kind.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { heldDispute, heldLine } from './answer.ts';
import type { Answerer, DisputeParts } from './dispute-parts.ts';
import { refuse } from './refuse.ts';
import { noteStep } from './steps.ts';
import { type Dispute, fileTable } from './tables.ts';

const MB = 1_000_000;
const CLAIM_MB = 50;

export interface Sent {
  line: number;
  fileName: string;
  body: Readable;
  /** As the head of the request says it: what is too large is refused before a byte of it is read. */
  declaredBytes: number | null;
}

/** A file with a line that was objected to, as long as nobody has decided on it. */
export async function attachFile(
  { database: { db }, now }: DisputeParts,
  id: number,
  by: Answerer,
  { line, fileName, body, declaredBytes }: Sent,
): Promise<void> {
  const kind = kindOf(fileName);
  const field = 'file_name';
  if (!kind) throw refuse('dispute_file_kind', { kinds: ENDINGS.join(', ') }, { as: 'unsupported_media', field });
  if (declaredBytes !== null && declaredBytes > FILE_MB * MB) throw tooLarge();
  const content = await boundedBody(body, FILE_MB * MB, tooLarge);
  if (content.length === 0) throw refuse('dispute_file_empty', {}, { field });
  if (!kind.is(content)) throw refuse('dispute_file_other', {}, { as: 'unsupported_media', field });
  await db.transaction(async (tx) => {
    const dispute = await heldDispute(tx, id);
    if (dispute.endsAt <= now()) throw refuse('dispute_over', {}, { as: 'conflict' });
    const { answer, decision } = await heldLine(tx, id, line);
    if (answer !== 'objected') throw refuse('dispute_not_objected', { line }, { as: 'conflict', field: 'line' });
    if (decision !== null) throw refuse('dispute_decided', { line }, { as: 'conflict', field: 'line' });
    const [own] = await tx
      .select({ n: count() })
      .from(fileTable)
      .where(and(eq(fileTable.disputeId, id), eq(fileTable.line, line)));
    if ((own?.n ?? 0) >= MOST_FILES) throw refuse('dispute_files', { most: MOST_FILES }, { field });
    const [held] = await tx
      .select({ bytes: sum(fileTable.bytes) })
      .from(fileTable)
      .where(eq(fileTable.disputeId, id));
    if (Number(held?.bytes ?? 0) + content.length > CLAIM_MB * MB)
      throw refuse('dispute_files_large', { most: CLAIM_MB }, { as: 'too_large', field });
    const file = { disputeId: id, line, fileName, mediaType: kind.mediaType, bytes: content.length, content };
    await tx.insert(fileTable).values({ ...file, addedBy: by.name, addedAt: now() });
    const step = { what: 'attached', actor: by.actor, way: by.way, at: now(), line } as const;
    await noteStep(tx, dispute, step, disputeAudit.attach, { bytes: content.length });
  });
}

const tooLarge = () => refuse('dispute_file_large', { most: FILE_MB }, { as: 'too_large', field: 'file_name' });

export async function fileOf({ database: { db } }: DisputeParts, { id }: Dispute, file: number): Promise<FileAnswer> {
  const [found] = await db
    .select()
    .from(fileTable)
    .where(and(eq(fileTable.id, file), eq(fileTable.disputeId, id)));
  if (!found) throw appError('not_found', { field: 'file' });
  return { fileName: found.fileName, mediaType: found.mediaType, stream: found.content };
}

/** The archive of its evidence; who of the publisher took it when is written down. */
export async function archiveFor(
  { database: { db }, evidenceBook, now }: DisputeParts,
  dispute: Dispute,
  by: Pick<Answerer, 'actor'> & Partial<Answerer>,
): Promise<FileAnswer> {
  const archive = await evidenceBook.archive(await evidenceBook.ready(db, dispute.evidenceId));
  await db.transaction((tx) =>
    noteStep(
      tx,
      dispute,
      { what: 'downloaded', actor: by.actor, ...(by.way ? { way: by.way } : {}), at: now() },
      disputeAudit.download,
    ),
  );
  return archive;
}
