import { eq } from 'drizzle-orm';
import { ticketAudit } from '#domains/tickets/contract/audit.ts';
import { mayBecome, type Status, type TicketView } from '#domains/tickets/contract/ticket.ts';
import type { TicketChanges } from '#domains/tickets/contract/ticket-endpoints.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import { type Actor, requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { isKept } from './case-where.ts';
import { findTicket } from './find-ticket.ts';
import { isCustomerOf, mayWorkOn } from './people.ts';
import { refuse } from './refuse.ts';
import { type TicketRow, ticketChange, ticketTable } from './tables.ts';
import { type Told, tell } from './ticket-mails.ts';
import type { LetterParts, TicketParts, Tx } from './ticket-parts.ts';
import { selectTickets, ticketView } from './ticket-view.ts';
import { letWatch } from './watching.ts';

/** Columns a person may set, by the names of the call. */
const COLUMNS = {
  title: 'title',
  description: 'description',
  category: 'category',
  sub_category: 'subCategory',
  brand: 'brand',
  channel: 'channel',
  sub_channel: 'subChannel',
  country: 'country',
  location: 'location',
  publisher: 'publisher',
  url: 'url',
  priority: 'priority',
  status: 'status',
  assignee_id: 'assigneeId',
  customer_id: 'customerId',
  due_on: 'dueOn',
} as const satisfies Record<keyof TicketChanges, keyof TicketRow>;

/** Their values may name people: the history says that they changed, not to what. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set(['title', 'description', 'url']);
const CALLED: Partial<Record<string, string>> = { assignee_id: 'assignee', customer_id: 'customer' };

interface Change {
  field: string;
  before: string;
  after: string;
}

export interface Wanted {
  id: number;
  changes: TicketChanges;
  /** The version that was edited, where the caller says so. */
  seen?: number | undefined;
}

export async function saveTicket(scope: Scope, parts: TicketParts, wanted: Wanted): Promise<TicketView> {
  requireMay(scope, 'ticket.write');
  await parts.database.db.transaction((tx) => changeOne(scope, tx, parts, wanted));
  return viewOf(scope, parts, wanted.id);
}

/** All of them or none: one that cannot change leaves the others as they are. */
export async function saveTickets(
  scope: Scope,
  parts: TicketParts,
  ids: readonly number[],
  changes: Pick<TicketChanges, 'priority' | 'status'>,
): Promise<number> {
  requireMay(scope, 'ticket.write');
  if (changes.priority === undefined && changes.status === undefined)
    throw refuse('nothing_to_change', {}, { field: 'priority' });
  // In one order, so that two such calls do not wait for each other.
  const inOrder = [...new Set(ids)].sort((a, b) => a - b);
  return parts.database.db.transaction(async (tx) => {
    let changed = 0;
    for (const id of inOrder) if (await changeOne(scope, tx, parts, { id, changes })) changed++;
    return changed;
  });
}

/** From any status but Closed; whoever closes says why (TKT-GAP-02). */
export async function closeTicket(scope: Scope, parts: TicketParts, id: number, reason: string): Promise<TicketView> {
  requireMay(scope, 'ticket.write');
  await parts.database.db.transaction(async (tx) => {
    const row = await findTicket(scope, tx, id, true);
    if (row.status === 'Closed') throw refuse('closed_already', { id }, { as: 'conflict', field: 'id' });
    await tx
      .update(ticketTable)
      .set({ status: 'Closed', closingReason: reason, updatedAt: parts.now(), version: row.version + 1 })
      .where(eq(ticketTable.id, id));
    await writeChanges(tx, scope, parts, id, [{ field: 'status', before: row.status, after: 'Closed' }]);
    await auditTicket(tx, scope, ticketAudit.close, row, { from: row.status });
  });
  return viewOf(scope, parts, id);
}

async function changeOne(scope: Scope, tx: Tx, parts: TicketParts, { id, changes, seen }: Wanted): Promise<boolean> {
  const row = await findTicket(scope, tx, id, true);
  const found = differences(row, changes);
  // Before the version: what was closed meanwhile is told as that.
  if (found.length > 0 && (changes.status ?? 'Closed') === 'Closed') requireOpen(row);
  if (seen !== undefined && seen !== row.version) throw appError('conflict');
  if (found.length === 0) return false;
  if (changes.status !== undefined) requireTransition(row, changes.status);
  const isNew = (name: string): boolean => found.some(({ field }) => field === name);
  // Only whoever is new to it: one who lost the package meanwhile must not keep others from changing the ticket.
  await requirePeople(tx, row, {
    ...(isNew('assignee') ? { assignee_id: changes.assignee_id } : {}),
    ...(isNew('customer') ? { customer_id: changes.customer_id } : {}),
  });
  const values = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([name, column]) => {
      const value = new Map<string, unknown>(Object.entries(changes)).get(name);
      return value === undefined ? [] : [[column, value]];
    }),
  );
  await tx
    .update(ticketTable)
    .set({
      ...values,
      ...(changes.status !== undefined && changes.status !== 'Closed' ? { closingReason: '' } : {}),
      // Another day is told about anew.
      ...(isNew('due_on') ? { dueToldAt: null, escalatedAt: null } : {}),
      updatedAt: parts.now(),
      version: row.version + 1,
    })
    .where(eq(ticketTable.id, id));
  await writeChanges(tx, scope, parts, id, found);
  await auditTicket(tx, scope, ticketAudit.change, row, { fields: found.map(({ field }) => field) });
  const { assignee_id: assignee } = changes;
  if (isNew('assignee') && assignee) await assign(tx, parts, scope, [{ ...row, ...values, assigneeId: assignee }]);
  return true;
}

function differences(row: TicketRow, changes: TicketChanges): Change[] {
  const wanted = new Map<string, unknown>(Object.entries(changes));
  return Object.entries(COLUMNS).flatMap(([name, column]) => {
    const after = wanted.get(name);
    if (after === undefined || after === row[column]) return [];
    const text = (value: unknown) => (WITHOUT_VALUES.has(name) || value === null ? '' : String(value));
    return [{ field: CALLED[name] ?? name, before: text(row[column]), after: text(after) }];
  });
}

/** A closed case stays as it was closed; whoever wants to change it reopens it, which may be the same change. */
export function requireOpen({ id, status }: TicketRow): void {
  if (status === 'Closed') throw refuse('closed_ticket', { id }, { as: 'conflict', field: 'status' });
}

function requireTransition({ id, status }: TicketRow, to: Status): void {
  if (status !== to && !mayBecome(status, to))
    throw refuse('no_transition', { id, from: status, to }, { as: 'conflict', field: 'status' });
}

export async function requirePeople(
  tx: Tx,
  ticket: Pick<TicketRow, 'id' | 'packageName'>,
  { assignee_id: assignee, customer_id: customer }: Pick<TicketChanges, 'assignee_id' | 'customer_id'>,
): Promise<void> {
  if (typeof assignee === 'number' && !(await mayWorkOn(tx, ticket, assignee)))
    throw refuse('no_assignee', {}, { field: 'assignee_id' });
  if (typeof customer === 'number' && !(await isCustomerOf(tx, ticket.packageName, customer)))
    throw refuse('no_customer', {}, { field: 'customer_id' });
}

export async function writeChanges(
  tx: Tx,
  actor: Actor,
  { now }: Pick<TicketParts, 'now'>,
  ticketId: number,
  changes: readonly Change[],
): Promise<void> {
  const common = { ticketId, changedBy: actor.userName, changedAt: now() };
  if (changes.length > 0) await tx.insert(ticketChange).values(changes.map((change) => ({ ...change, ...common })));
}

/** Whoever got tickets watches them, and is told. */
export async function assign(
  tx: Tx,
  parts: LetterParts,
  by: Actor,
  tickets: readonly (Told & { assigneeId: number })[],
): Promise<void> {
  for (const { id, assigneeId } of tickets) await letWatch(tx, id, [assigneeId]);
  const about = tickets.map((ticket) => ({ ticket, people: [ticket.assigneeId] }));
  await tell(tx, parts, { what: 'assigned', by }, about);
}

/** Something came to the ticket that is no field of it: it counts as changed, and nobody's draft is out of date. */
export const touch = async (tx: Tx, { now }: Pick<TicketParts, 'now'>, id: number): Promise<void> => {
  await tx.update(ticketTable).set({ updatedAt: now() }).where(eq(ticketTable.id, id));
};

export const auditTicket = (
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { id, packageName }: Pick<TicketRow, 'id' | 'packageName'>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> => audit(tx, actor, { action, subject: `ticket ${id}`, package: packageName, details });

export async function viewOf(scope: Scope, parts: TicketParts, id: number): Promise<TicketView> {
  const [found] = await selectTickets(parts.database.db, parts.now()).where(eq(ticketTable.id, id));
  if (!found) throw appError('not_found', { field: 'id' });
  return ticketView(found, isKept(scope));
}
