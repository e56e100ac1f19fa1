import { and, eq } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { visibleTickets } from './case-where.ts';
import { type TicketRow, ticketTable } from './tables.ts';
import type { Tx } from './ticket-parts.ts';
import { ticketColumns } from './ticket-view.ts';

/** The ticket of a number, locked where it is about to be changed. @throws not_found; forbidden for one of others */
export async function findTicket(scope: Scope, db: Database['db'] | Tx, id: number, lock = false): Promise<TicketRow> {
  const asked = db.select(ticketColumns).from(ticketTable).where(eq(ticketTable.id, id));
  const [row] = await (lock ? asked.for('update') : asked);
  if (!row) throw appError('not_found', { field: 'id' });
  const [seen] = await db
    .select({ id: ticketTable.id })
    .from(ticketTable)
    .where(and(eq(ticketTable.id, id), visibleTickets(scope)));
  if (!seen) throw appError('forbidden', { field: 'id' });
  return row;
}
