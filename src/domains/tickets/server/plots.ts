import { and, count, type SQL, sql } from 'drizzle-orm';
import type { CasePart } from '#domains/tickets/contract/incident-endpoints.ts';
import type { CaseQuestion } from '#domains/tickets/contract/ticket-query.ts';
import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { daysOf, incidentsWhere, isActive, overdue, ticketsWhere, zoneOf } from './case-where.ts';
import { incidentTable, ticketIncident, ticketTable } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';

const DAYS = 30;
const MOST_DAYS = 800;

interface Asked {
  tickets: SQL | undefined;
  incidents: SQL | undefined;
  zone: string;
}

async function askedOf(scope: Scope, parts: TicketParts, question: CaseQuestion): Promise<Asked> {
  const zone = await zoneOf(scope, parts, question.package_name);
  return {
    tickets: ticketsWhere(scope, question, zone, parts.now()),
    incidents: incidentsWhere(scope, question, zone),
    zone,
  };
}

export async function caseCounts(scope: Scope, parts: TicketParts, question: CaseQuestion) {
  const { db } = parts.database;
  const { tickets, incidents } = await askedOf(scope, parts, question);
  const gathered = sql`EXISTS (SELECT 1 FROM ${ticketIncident} WHERE ${ticketIncident.incidentId} = ${incidentTable.id})`;
  const [[ofTickets], [ofIncidents]] = await Promise.all([
    db
      .select({
        tickets: count(),
        active: counted(isActive),
        overdue: counted(overdue(parts.now())),
        closed: counted(sql`${ticketTable.status} = 'Closed'`),
      })
      .from(ticketTable)
      .where(tickets),
    db
      .select({ incidents: count(), without_ticket: counted(sql`NOT ${gathered}`) })
      .from(incidentTable)
      .where(incidents),
  ]);
  return {
    ...(ofIncidents ?? { incidents: 0, without_ticket: 0 }),
    ...(ofTickets ?? { tickets: 0, active: 0, overdue: 0, closed: 0 }),
  };
}

const counted = (where: SQL) => sql<number>`count(*) FILTER (WHERE ${where})`.mapWith(Number);

/** Day by day, of the asked days or the last 30. */
export async function caseVolume(scope: Scope, parts: TicketParts, question: CaseQuestion) {
  const { db } = parts.database;
  const given = daysOf(question);
  const to = given.to ?? parts.now().toISOString().slice(0, 10);
  const from = given.from ?? addDays(to, 1 - DAYS);
  const days = daysBetween(from, to) + 1;
  if (days > MOST_DAYS) throw appError('range_beyond_history', { field: 'fromDate' });
  const { tickets, incidents, zone } = await askedOf(scope, parts, { ...question, fromDate: from, toDate: to });
  const dayOf = (column: SQL) => sql<string>`to_char(${column} AT TIME ZONE ${zone}, 'YYYY-MM-DD')`;
  const [made, happened] = await Promise.all([
    db
      .select({ day: dayOf(sql`${ticketTable.createdAt}`), n: count() })
      .from(ticketTable)
      .where(tickets)
      .groupBy(sql`1`),
    db
      .select({ day: dayOf(sql`${incidentTable.happenedAt}`), n: count() })
      .from(incidentTable)
      .where(incidents)
      .groupBy(sql`1`),
  ]);
  const [ofTickets, ofIncidents] = [made, happened].map((rows) => new Map(rows.map(({ day, n }) => [day, n])));
  return Array.from({ length: days }, (_, n) => addDays(from, n)).map((date) => ({
    date,
    incidents: ofIncidents?.get(date) ?? 0,
    tickets: ofTickets?.get(date) ?? 0,
  }));
}

const PARTS = {
  channel: [ticketTable.channel, incidentTable.channel],
  sub_channel: [ticketTable.subChannel, incidentTable.subChannel],
  location: [ticketTable.location, incidentTable.location],
  category: [ticketTable.category, incidentTable.category],
  publisher: [ticketTable.publisher, incidentTable.publisher],
} as const;

/** Cases by a value of theirs: the most first, those without one left out. */
export async function caseParts(
  scope: Scope,
  parts: TicketParts,
  question: CaseQuestion,
  { by, most, first }: { by: keyof typeof PARTS; most: number; first: 'active' | 'tickets' },
): Promise<CasePart[]> {
  const { db } = parts.database;
  const { tickets, incidents } = await askedOf(scope, parts, question);
  const [ofTicket, ofIncident] = PARTS[by];
  const [cases, found] = await Promise.all([
    db
      .select({ name: ofTicket, tickets: count(), active: counted(isActive) })
      .from(ticketTable)
      .where(and(tickets, sql`${ofTicket} <> ''`))
      .groupBy(ofTicket),
    db
      .select({ name: ofIncident, incidents: count() })
      .from(incidentTable)
      .where(and(incidents, sql`${ofIncident} <> ''`))
      .groupBy(ofIncident),
  ]);
  const byName = new Map<string, CasePart>();
  const of = (name: string): CasePart => {
    const known = byName.get(name) ?? { name, active: 0, tickets: 0, incidents: 0 };
    byName.set(name, known);
    return known;
  };
  for (const { name, ...n } of cases) Object.assign(of(name), n);
  for (const { name, ...n } of found) Object.assign(of(name), n);
  const size = (part: CasePart) => [part[first], part.tickets, part.incidents];
  return [...byName.values()].sort((a, b) => bySize(size(a), size(b)) || (a.name < b.name ? -1 : 1)).slice(0, most);
}

function bySize(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((n, i) => n !== b[i]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}
