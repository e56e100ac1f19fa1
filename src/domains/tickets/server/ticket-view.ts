import { aliasedTable, eq, getTableColumns, sql } from 'drizzle-orm';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { overdue } from './case-where.ts';
import { type TicketRow, ticketIncident, ticketTable } from './tables.ts';
import type { Tx } from './ticket-parts.ts';

const { search: _search, ...ticketColumns } = getTableColumns(ticketTable);

export { ticketColumns };

const assignee = aliasedTable(appUser, 'assignee');
const customer = aliasedTable(appUser, 'customer');

/** Tickets with the names of people and their first incident; conditions and order are added by whoever asks. */
export const selectTickets = (db: Database['db'] | Tx, now: Date) =>
  db
    .select({
      row: ticketColumns,
      overdue: sql<boolean>`coalesce(${overdue(now)}, false)`,
      assignee: assignee.name,
      customer: customer.name,
      incidentId: sql<string | null>`(SELECT min(${ticketIncident.incidentId}) FROM ${ticketIncident}
        WHERE ${ticketIncident.ticketId} = ${ticketTable.id})`,
    })
    .from(ticketTable)
    .leftJoin(assignee, eq(assignee.id, ticketTable.assigneeId))
    .leftJoin(customer, eq(customer.id, ticketTable.customerId));

export interface Selected {
  row: TicketRow;
  overdue: boolean;
  assignee: string | null;
  customer: string | null;
  incidentId: string | null;
}

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Who is kept to publishers or vendors is not told who works on it. */
export function ticketView(
  { row, overdue: isOverdue, assignee: worker, customer: client, incidentId }: Selected,
  kept: boolean,
): TicketView {
  return {
    id: row.id,
    incident_id: incidentId === null ? null : Number(incidentId),
    package_name: row.packageName,
    title: row.title,
    description: row.description,
    category: row.category,
    sub_category: row.subCategory,
    brand: row.brand,
    channel: row.channel,
    sub_channel: row.subChannel,
    country: row.country,
    location: row.location,
    publisher: row.publisher,
    url: row.url,
    priority: row.priority,
    status: row.status,
    assignee: kept ? null : named(row.assigneeId, worker),
    customer: kept ? null : named(row.customerId, client),
    due_on: row.dueOn,
    overdue: isOverdue,
    closing_reason: row.closingReason,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  };
}
