import type { Readable } from 'node:stream';
import { and, eq, sum } from 'drizzle-orm';
import { ticketAudit } from '#domains/tickets/contract/audit.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { ENDINGS, kindOf } from '#platform/server/files/file-kind.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { isKept } from './case-where.ts';
import { auditTicket, touch, writeChanges } from './change-ticket.ts';
import { findTicket } from './find-ticket.ts';
import { refuse } from './refuse.ts';
import { ticketAttachment } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';

const FILE_MB = 10;
const TICKET_MB = 50;
const MB = 1_000_000;

export interface Sent {
  fileName: string;
  internal: boolean;
  body: Readable;
  /** As the head of the request says it: what is too large is refused before a byte of it is read. */
  declaredBytes: number | null;
}

export async function attachFile(
  scope: Scope,
  parts: TicketParts,
  id: number,
  { fileName, internal, body, declaredBytes }: Sent,
): Promise<{ id: number; bytes: number }> {
  requireMay(scope, 'ticket.answer');
  const { db } = parts.database;
  await findTicket(scope, db, id);
  if (internal && isKept(scope)) throw refuse('not_internal', {}, { field: 'internal' });
  const kind = kindOf(fileName);
  if (!kind) throw refuse('file_kind', { kinds: ENDINGS.join(', ') }, { as: 'unsupported_media', field: 'file_name' });
  if (declaredBytes !== null && declaredBytes > FILE_MB * MB) throw tooLarge();
  const content = await boundedBody(body, FILE_MB * MB, tooLarge);
  if (content.length === 0) throw refuse('file_empty', {}, { field: 'file_name' });
  if (!kind.is(content)) throw refuse('file_other', {}, { as: 'unsupported_media', field: 'file_name' });
  return db.transaction(async (tx) => {
    // Locked: of two files at once the second is counted with the first.
    const ticket = await findTicket(scope, tx, id, true);
    const [held] = await tx
      .select({ bytes: sum(ticketAttachment.bytes) })
      .from(ticketAttachment)
      .where(eq(ticketAttachment.ticketId, id));
    if (Number(held?.bytes ?? 0) + content.length > TICKET_MB * MB)
      throw refuse('files_too_large', { most: TICKET_MB }, { as: 'too_large', field: 'file_name' });
    const file = { ticketId: id, fileName, internal, mediaType: kind.mediaType, bytes: content.length, content };
    const [made] = await tx
      .insert(ticketAttachment)
      .values({ ...file, addedBy: scope.userName, addedAt: parts.now() })
      .returning({ id: ticketAttachment.id });
    if (!made) throw new Error('A file was not stored');
    await writeChanges(tx, scope, parts, id, [{ field: 'attachment', before: '', after: String(made.id) }]);
    await touch(tx, parts, id);
    await auditTicket(tx, scope, ticketAudit.attach, ticket, { file: made.id, bytes: content.length });
    return { id: made.id, bytes: content.length };
  });
}

const tooLarge = () => refuse('file_too_large', { most: FILE_MB }, { as: 'too_large', field: 'file_name' });

export async function openAttachment(
  scope: Scope,
  { database: { db } }: TicketParts,
  id: number,
  attachmentId: number,
): Promise<FileAnswer> {
  await findTicket(scope, db, id);
  const [file] = await db
    .select()
    .from(ticketAttachment)
    .where(and(eq(ticketAttachment.id, attachmentId), eq(ticketAttachment.ticketId, id)));
  if (!file || (file.internal && isKept(scope))) throw appError('not_found', { field: 'attachment_id' });
  return { fileName: file.fileName, mediaType: file.mediaType, stream: file.content };
}
