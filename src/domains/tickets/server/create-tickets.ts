import { and, eq, inArray, ne } from 'drizzle-orm';
import { incidentAudit, ticketAudit } from '#domains/tickets/contract/audit.ts';
import type { FrozenEvidence, TicketView } from '#domains/tickets/contract/ticket.ts';
import type { NewTicket } from '#domains/tickets/contract/ticket-endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { visibleIncidents } from './case-where.ts';
import { assign, auditTicket, requireOpen, requirePeople, touch, viewOf, writeChanges } from './change-ticket.ts';
import { frozenNow } from './evidence.ts';
import { findTicket } from './find-ticket.ts';
import { refuse } from './refuse.ts';
import { incidentTable, type TicketRow, ticketIncident, ticketShare, ticketTable } from './tables.ts';
import type { TicketParts, Tx } from './ticket-parts.ts';
import { ticketColumns } from './ticket-view.ts';
import { letWatch } from './watching.ts';

type Incident = typeof incidentTable.$inferSelect;
const NOTHING: FrozenEvidence = { numbers: {}, rule_set_version: null, counts: null, sample: [] };

/** @throws not_found, forbidden */
async function findIncidents(scope: Scope, parts: TicketParts, ids: readonly number[]): Promise<Incident[]> {
  const { db } = parts.database;
  const wanted = [...new Set(ids)];
  const all = await db.select().from(incidentTable).where(inArray(incidentTable.id, wanted));
  if (all.length < wanted.length) throw appError('not_found', { field: 'incident_ids' });
  const own = await db
    .select({ id: incidentTable.id })
    .from(incidentTable)
    .where(and(inArray(incidentTable.id, wanted), visibleIncidents(scope)));
  if (own.length < wanted.length) throw appError('forbidden', { field: 'incident_ids' });
  return all.sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
}

/** A ticket for each of the incidents, or none of any: what one of them refuses, all are refused. */
export async function createTickets(
  scope: Scope,
  parts: TicketParts,
  ids: readonly number[],
  wanted: Omit<NewTicket, 'package_name'>,
): Promise<TicketView[]> {
  requireMay(scope, 'ticket.write');
  const incidents = await findIncidents(scope, parts, ids);
  const frozen: FrozenEvidence[] = [];
  // Counted before, so that no transaction waits for the other engine.
  for (const { packageName, evidence } of incidents) frozen.push(await frozenNow(scope, parts, packageName, evidence));
  const made = await parts.database.db.transaction(async (tx) => {
    const tickets: TicketRow[] = [];
    for (const [n, incident] of incidents.entries()) {
      await requireFree(tx, incident.id);
      tickets.push(await insertTicket(scope, tx, parts, { incident, wanted, frozen: frozen[n] ?? NOTHING }));
    }
    await assign(tx, parts, scope, tickets.filter(hasAssignee));
    return tickets.map(({ id }) => id);
  });
  return Promise.all(made.map((id) => viewOf(scope, parts, id)));
}

/** A ticket of something no finder has found: its incident is written down with it. */
export async function createByHand(scope: Scope, parts: TicketParts, wanted: NewTicket): Promise<TicketView> {
  requireMay(scope, 'ticket.write');
  if (wanted.package_name === undefined) throw refuse('package_needed', {}, { field: 'package_name' });
  if (wanted.title === undefined) throw refuse('title_needed', {}, { field: 'title' });
  const { package_name: packageName } = await parts.packageInfo(scope, requirePackage(scope, wanted.package_name));
  const title = wanted.title;
  const frozen = await frozenNow(scope, parts, packageName, NOTHING);
  const id = await parts.database.db.transaction(async (tx) => {
    const [incident] = await tx
      .insert(incidentTable)
      .values({
        ...fieldsOf(wanted),
        packageName,
        title,
        source: 'manual',
        key: crypto.randomUUID(),
        evidence: { numbers: {}, rule_set_version: null },
        happenedAt: parts.now(),
        createdBy: scope.userName,
      })
      .returning();
    if (!incident) throw new Error('An incident was not stored');
    const details = { id: incident.id, source: 'manual' };
    await audit(tx, scope, { action: incidentAudit.open, package: packageName, details });
    const ticket = await insertTicket(scope, tx, parts, { incident, wanted, frozen });
    await assign(tx, parts, scope, [ticket].filter(hasAssignee));
    return ticket.id;
  });
  return viewOf(scope, parts, id);
}

const fieldsOf = (wanted: NewTicket) => ({
  category: wanted.category ?? '',
  subCategory: wanted.sub_category ?? '',
  brand: wanted.brand ?? '',
  channel: wanted.channel ?? '',
  subChannel: wanted.sub_channel ?? '',
  country: wanted.country ?? '',
  location: wanted.location ?? '',
  publisher: wanted.publisher ?? '',
  url: wanted.url ?? '',
});

/** One cause is one case: a second ticket for it would have two people do the same. */
async function requireFree(tx: Tx, incident: number, own = 0): Promise<void> {
  // Of two who make one at the same time the second waits here and is told.
  await tx.select({ id: incidentTable.id }).from(incidentTable).where(eq(incidentTable.id, incident)).for('update');
  const [taken] = await tx
    .select({ id: ticketTable.id })
    .from(ticketIncident)
    .innerJoin(ticketTable, eq(ticketTable.id, ticketIncident.ticketId))
    .where(and(eq(ticketIncident.incidentId, incident), ne(ticketTable.status, 'Closed'), ne(ticketTable.id, own)))
    .limit(1);
  if (taken) throw refuse('has_ticket', { incident, ticket: taken.id }, { field: 'incident_ids' });
}

const hasAssignee = (ticket: TicketRow): ticket is TicketRow & { assigneeId: number } => ticket.assigneeId !== null;

interface Made {
  incident: Incident;
  wanted: NewTicket;
  frozen: FrozenEvidence;
}

async function insertTicket(
  scope: Scope,
  tx: Tx,
  parts: TicketParts,
  { incident, wanted, frozen }: Made,
): Promise<TicketRow> {
  const said = Object.fromEntries(Object.entries(fieldsOf(wanted)).filter(([, value]) => value !== ''));
  const { id: incidentId, title, packageName, category, subCategory, brand, channel } = incident;
  const { subChannel, country, location, publisher, url } = incident;
  const found = { category, subCategory, brand, channel, subChannel, country, location, publisher, url };
  const [ticket] = await tx
    .insert(ticketTable)
    .values({
      ...found,
      ...said,
      packageName,
      title: wanted.title ?? title,
      description: wanted.description ?? '',
      priority: wanted.priority ?? 'Medium',
      assigneeId: wanted.assignee_id ?? null,
      customerId: wanted.customer_id ?? null,
      dueOn: wanted.due_on ?? null,
      createdBy: scope.userName,
      createdAt: parts.now(),
      updatedAt: parts.now(),
    })
    .returning(ticketColumns);
  if (!ticket) throw new Error('A ticket was not stored');
  await tx
    .insert(ticketIncident)
    .values({ ticketId: ticket.id, incidentId, evidence: frozen, attachedAt: parts.now() });
  // Who is kept to vendors sees what is shared with them: their own ticket too.
  if (scope.vendors !== 'all')
    await tx
      .insert(ticketShare)
      .values([...scope.vendors].map((name) => ({ ticketId: ticket.id, kind: 'vendor' as const, name })));
  await requirePeople(tx, ticket, wanted);
  await writeChanges(tx, scope, parts, ticket.id, [{ field: 'created', before: '', after: 'Open' }]);
  await auditTicket(tx, scope, ticketAudit.create, ticket, { incident: incidentId });
  // Who makes a case wants to know what becomes of it, though nobody be in charge yet.
  await letWatch(tx, ticket.id, [scope.userId]);
  return ticket;
}

/** Further incidents of the package, their evidence as it is now; those it has already stay as they are. */
export async function addIncidents(
  scope: Scope,
  parts: TicketParts,
  id: number,
  ids: readonly number[],
): Promise<number> {
  requireMay(scope, 'ticket.write');
  const { db } = parts.database;
  const { packageName: own } = await findTicket(scope, db, id);
  const incidents = await findIncidents(scope, parts, ids);
  const other = incidents.find(({ packageName }) => packageName !== own);
  if (other) throw refuse('other_package', { incident: other.id }, { field: 'incident_ids' });
  const rows: (typeof ticketIncident.$inferInsert)[] = [];
  for (const { id: incidentId, packageName, evidence } of incidents)
    rows.push({
      ticketId: id,
      incidentId,
      evidence: await frozenNow(scope, parts, packageName, evidence),
      attachedAt: parts.now(),
    });
  return db.transaction(async (tx) => {
    const ticket = await findTicket(scope, tx, id, true);
    requireOpen(ticket);
    for (const { incidentId } of rows) await requireFree(tx, incidentId, id);
    const added = await tx.insert(ticketIncident).values(rows).onConflictDoNothing().returning();
    const changes = added.map(({ incidentId }) => ({ field: 'incident', before: '', after: String(incidentId) }));
    await writeChanges(tx, scope, parts, id, changes);
    if (added.length > 0) await touch(tx, parts, id);
    await auditTicket(tx, scope, ticketAudit.change, ticket, { incidents: added.map(({ incidentId }) => incidentId) });
    return added.length;
  });
}
