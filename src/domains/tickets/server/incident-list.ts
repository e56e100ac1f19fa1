import { and, asc, count, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { IncidentView } from '#domains/tickets/contract/ticket.ts';
import type { CaseQuestion } from '#domains/tickets/contract/ticket-query.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { incidentsWhere, isKept, visibleIncidents, visibleTickets, zoneOf } from './case-where.ts';
import { historyOf } from './history.ts';
import { incidentTable, ticketIncident, ticketTable } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';

type Row = typeof incidentTable.$inferSelect;

export async function listIncidents(
  scope: Scope,
  parts: TicketParts,
  question: CaseQuestion,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: IncidentView[]; total: number }> {
  const { db } = parts.database;
  const where = incidentsWhere(scope, question, await zoneOf(scope, parts, question.package_name));
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(incidentTable)
      .where(where)
      .orderBy(desc(incidentTable.happenedAt), desc(incidentTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(incidentTable).where(where),
  ]);
  return { rows: await incidentViews(scope, parts.database, rows), total: counted?.total ?? 0 };
}

/** With the tickets that gather them, as far as the caller may see those. */
export async function incidentViews(scope: Scope, { db }: Database, rows: readonly Row[]): Promise<IncidentView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tickets = await db
    .select({
      incident: ticketIncident.incidentId,
      id: ticketTable.id,
      title: ticketTable.title,
      status: ticketTable.status,
    })
    .from(ticketIncident)
    .innerJoin(ticketTable, eq(ticketTable.id, ticketIncident.ticketId))
    .where(and(inArray(ticketIncident.incidentId, ids), visibleTickets(scope)))
    .orderBy(asc(ticketTable.id));
  return rows.map((row) => ({
    id: row.id,
    package_name: row.packageName,
    source: row.source,
    title: row.title,
    category: row.category,
    sub_category: row.subCategory,
    brand: row.brand,
    channel: row.channel,
    sub_channel: row.subChannel,
    country: row.country,
    location: row.location,
    publisher: row.publisher,
    url: row.url,
    // Limits stand among them, which a publisher is not told.
    numbers: isKept(scope) ? {} : (row.evidence.numbers ?? {}),
    happened_at: row.happenedAt.toISOString(),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    tickets: tickets.filter(({ incident }) => incident === row.id).map(({ incident: _, ...ticket }) => ticket),
  }));
}

const RELATED = 20;

/** @throws not_found; forbidden for one of others */
export async function incidentAround(scope: Scope, { database }: TicketParts, id: number) {
  const { db } = database;
  const [row] = await db.select().from(incidentTable).where(eq(incidentTable.id, id));
  if (!row) throw appError('not_found', { field: 'id' });
  const own = and(visibleIncidents(scope), eq(incidentTable.id, id));
  const [seen] = await db.select({ id: incidentTable.id }).from(incidentTable).where(own);
  if (!seen) throw appError('forbidden', { field: 'id' });
  const [view] = await incidentViews(scope, database, [row]);
  if (!view) throw new Error('An incident has no view');
  const asked = row.evidence.asked;
  const history = await Promise.all(
    view.tickets.map(async (ticket) =>
      (await historyOf(scope, database, ticket.id)).map(({ id: _, ...change }) => ({
        ticket_id: ticket.id,
        ...change,
      })),
    ),
  );
  return {
    ...view,
    asked: asked ? { from: asked.from, to: asked.to } : null,
    history: history.flat(),
    related: await relatedTo(scope, database, row),
  };
}

/** Others of the same publisher, or of the same category where there is none; the newest first. */
async function relatedTo(scope: Scope, { db }: Database, row: Row) {
  const like: SQL | undefined =
    row.publisher === '' ? eq(incidentTable.category, row.category) : eq(incidentTable.publisher, row.publisher);
  const rows = await db
    .select({ id: incidentTable.id, title: incidentTable.title, happenedAt: incidentTable.happenedAt })
    .from(incidentTable)
    .where(
      and(visibleIncidents(scope), eq(incidentTable.packageName, row.packageName), like, ne(incidentTable.id, row.id)),
    )
    .orderBy(desc(incidentTable.happenedAt))
    .limit(RELATED);
  return rows.map(({ happenedAt, ...others }) => ({ ...others, happened_at: happenedAt.toISOString() }));
}
