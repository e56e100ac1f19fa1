import { and, eq } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { findTicket } from './find-ticket.ts';
import { ticketWatch } from './tables.ts';
import type { TicketParts, Tx } from './ticket-parts.ts';

/** They hear of the ticket from now on, but for those who have said no to it. */
export async function letWatch(tx: Tx, ticketId: number, people: readonly number[]): Promise<void> {
  const rows = people.filter((id) => id > 0).map((userId) => ({ ticketId, userId, watching: true }));
  if (rows.length > 0) await tx.insert(ticketWatch).values(rows).onConflictDoNothing();
}

/** @throws forbidden for a token, which has no mailbox */
export async function watchTicket(scope: Scope, { database }: TicketParts, id: number, watching: boolean) {
  await findTicket(scope, database.db, id);
  if (scope.userId <= 0) throw appError('forbidden');
  await database.db
    .insert(ticketWatch)
    .values({ ticketId: id, userId: scope.userId, watching })
    .onConflictDoUpdate({ target: [ticketWatch.ticketId, ticketWatch.userId], set: { watching } });
}

export async function isWatching(scope: Scope, { db }: Pick<Database, 'db'>, id: number): Promise<boolean> {
  const [row] = await db
    .select({ watching: ticketWatch.watching })
    .from(ticketWatch)
    .where(and(eq(ticketWatch.ticketId, id), eq(ticketWatch.userId, scope.userId)));
  return row?.watching ?? false;
}
