import { and, asc, isNull, sql } from 'drizzle-orm';
import { ticketAudit } from '#domains/tickets/contract/audit.ts';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { SYSTEM } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { overdue } from './case-where.ts';
import { auditTicket, writeChanges } from './change-ticket.ts';
import { ticketTable } from './tables.ts';
import { ticketColumns } from './ticket-view.ts';

const AT_ONCE = 500;

/** Tickets whose due day has passed get the next priority, once for each day they were given. Answers how many. */
export async function escalateDue({ db }: Database, now: () => Date): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select(ticketColumns)
      .from(ticketTable)
      .where(and(overdue(now()), isNull(ticketTable.escalatedAt)))
      .orderBy(asc(ticketTable.id))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    for (const row of rows) {
      const next = PRIORITIES[PRIORITIES.indexOf(row.priority) + 1] ?? row.priority;
      await tx
        .update(ticketTable)
        .set({ priority: next, escalatedAt: now(), updatedAt: now(), version: row.version + 1 })
        .where(sql`${ticketTable.id} = ${row.id}`);
      await writeChanges(tx, SYSTEM, { now }, row.id, [{ field: 'escalated', before: row.priority, after: next }]);
      await auditTicket(tx, SYSTEM, ticketAudit.change, row, { escalated: next });
    }
    return rows.length;
  });
}
