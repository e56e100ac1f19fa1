import { and, asc, isNull, type SQL, sql } from 'drizzle-orm';
import { ticketAudit } from '#domains/tickets/contract/audit.ts';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { SYSTEM } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { isDue, overdue } from './case-where.ts';
import { auditTicket, writeChanges } from './change-ticket.ts';
import { type TicketRow, ticketTable } from './tables.ts';
import { tell, watchersOf } from './ticket-mails.ts';
import type { LetterParts, Tx } from './ticket-parts.ts';
import { ticketColumns } from './ticket-view.ts';

const AT_ONCE = 500;

interface DueParts extends LetterParts {
  database: Database;
  now: () => Date;
}

/** Tickets whose due day has passed get the next priority, once for each day they were given. Answers how many. */
export const escalateDue = (parts: DueParts): Promise<number> =>
  inTurns(parts, 'overdue', and(overdue(parts.now()), isNull(ticketTable.escalatedAt)), async (tx, row) => {
    const { now } = parts;
    const next = PRIORITIES[PRIORITIES.indexOf(row.priority) + 1] ?? row.priority;
    await tx
      .update(ticketTable)
      .set({ priority: next, escalatedAt: now(), updatedAt: now(), version: row.version + 1 })
      .where(sql`${ticketTable.id} = ${row.id}`);
    await writeChanges(tx, SYSTEM, { now }, row.id, [{ field: 'escalated', before: row.priority, after: next }]);
    await auditTicket(tx, SYSTEM, ticketAudit.change, row, { escalated: next });
    return { ...row, priority: next };
  });

/** Of tickets whose day has come it is told, once for each day they were given. Answers how many. */
export const tellDue = (parts: DueParts): Promise<number> =>
  inTurns(parts, 'due', and(isDue(parts.now()), isNull(ticketTable.dueToldAt)), async (tx, row) => {
    await tx.update(ticketTable).set({ dueToldAt: parts.now() }).where(sql`${ticketTable.id} = ${row.id}`);
    return row;
  });

/** Some at a time, each turn with its mails or not at all: who is killed between two has told of whole turns. */
async function inTurns(
  parts: DueParts,
  what: 'due' | 'overdue',
  where: SQL | undefined,
  settle: (tx: Tx, row: TicketRow) => Promise<TicketRow>,
): Promise<number> {
  for (let all = 0; ; ) {
    const done = await parts.database.db.transaction(async (tx) => {
      const rows = await tx
        .select(ticketColumns)
        .from(ticketTable)
        .where(where)
        .orderBy(asc(ticketTable.id))
        .limit(AT_ONCE)
        .for('update', { skipLocked: true });
      const about: Parameters<typeof tell>[3][number][] = [];
      for (const row of rows) about.push({ ticket: await settle(tx, row), people: await watchersOf(tx, row.id) });
      await tell(tx, parts, { what, by: SYSTEM }, about);
      return rows.length;
    });
    all += done;
    if (done < AT_ONCE) return all;
  }
}
