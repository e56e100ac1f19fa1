import { eq } from 'drizzle-orm';
import { ticketAudit } from '#domains/tickets/contract/audit.ts';
import type { SHARE_KINDS } from '#domains/tickets/contract/ticket.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { isKept } from './case-where.ts';
import { auditTicket, touch, writeChanges } from './change-ticket.ts';
import { findTicket } from './find-ticket.ts';
import { readersOf } from './people.ts';
import { refuse } from './refuse.ts';
import { ticketComment, ticketShare } from './tables.ts';
import { tell, watchersOf } from './ticket-mails.ts';
import type { TicketParts } from './ticket-parts.ts';
import { letWatch } from './watching.ts';

interface Said {
  text: string;
  internal: boolean;
  mentions: readonly number[];
}

/** @throws no_access when somebody is mentioned who could not read it: an address book nobody can try out. */
export async function addComment(
  scope: Scope,
  parts: TicketParts,
  id: number,
  { text, internal, mentions }: Said,
): Promise<number> {
  requireMay(scope, 'ticket.answer');
  if (internal && isKept(scope)) throw refuse('not_internal', {}, { field: 'internal' });
  return parts.database.db.transaction(async (tx) => {
    const ticket = await findTicket(scope, tx, id, true);
    const named = [...new Set(mentions)];
    // Those it is shared with know nobody by number, and do not read what is internal.
    const readers = isKept(scope) ? [] : await readersOf(tx, ticket, named);
    if (readers.filter((reader) => !internal || !isKept(reader)).length < named.length)
      throw refuse('no_access', {}, { field: 'mentions' });
    const [made] = await tx
      .insert(ticketComment)
      .values({
        ticketId: id,
        author: scope.userName,
        authorId: scope.userId > 0 ? scope.userId : null,
        text,
        internal,
        mentions: named,
        createdAt: parts.now(),
      })
      .returning({ id: ticketComment.id });
    if (!made) throw new Error('A comment was not stored');
    await touch(tx, parts, id);
    await letWatch(tx, id, named);
    await tell(tx, parts, { what: 'mention', by: scope, quote: text }, [{ ticket, people: named }]);
    // Those it is shared with can mention nobody: what they answer reaches whoever looks after it.
    if (isKept(scope))
      await tell(tx, parts, { what: 'answer', by: scope, quote: text }, [{ ticket, people: await watchersOf(tx, id) }]);
    await auditTicket(tx, scope, ticketAudit.comment, ticket, { comment: made.id, internal });
    return made.id;
  });
}

type Share = { kind: (typeof SHARE_KINDS)[number]; name: string };

/** Those before are replaced. Who is kept to vendors cannot hand a ticket on. */
export async function shareTicket(
  scope: Scope,
  parts: TicketParts,
  id: number,
  shares: readonly Share[],
): Promise<void> {
  requireMay(scope, 'ticket.write');
  await parts.database.db.transaction(async (tx) => {
    const ticket = await findTicket(scope, tx, id, true);
    if (isKept(scope)) throw refuse('not_internal', {}, { field: 'shared_with' });
    const before = await tx.select().from(ticketShare).where(eq(ticketShare.ticketId, id));
    const wanted = new Map(shares.map((share) => [`${share.kind} ${share.name}`, share]));
    await tx.delete(ticketShare).where(eq(ticketShare.ticketId, id));
    if (wanted.size > 0)
      await tx.insert(ticketShare).values([...wanted.values()].map((share) => ({ ...share, ticketId: id })));
    const said = (those: readonly Share[]) => those.map(({ name }) => name).join(', ');
    const change = { field: 'shared_with', before: said(before), after: said([...wanted.values()]) };
    if (change.before !== change.after) await writeChanges(tx, scope, parts, id, [change]);
    await auditTicket(tx, scope, ticketAudit.share, ticket, { with: wanted.size });
  });
}
