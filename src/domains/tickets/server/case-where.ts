import { and, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { ACTIVE } from '#domains/tickets/contract/ticket.ts';
import {
  type CaseQuestion,
  TICKET_FILTERS,
  type TicketFilter,
  type TicketQuestion,
} from '#domains/tickets/contract/ticket-query.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { ofOwnPackages } from '#platform/server/access/own-packages.ts';
import { allowedPublishers, requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { containing } from '#platform/server/postgres/like.ts';
import { incidentTable, ticketIncident, ticketShare, ticketTable } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';

/** Kept to some publishers or vendors: such people see the tickets that were shared with one of theirs, and no other. */
export const isKept = (scope: Scope): boolean => scope.publishers !== 'all' || scope.vendors !== 'all';

/** Tickets the caller may see at all. */
export function visibleTickets(scope: Scope): SQL | undefined {
  requireMay(scope, 'ticket.read');
  return and(ofOwnPackages(scope, ticketTable.packageName), isKept(scope) ? sharedWith(scope) : undefined);
}

const sharedWith = (scope: Scope): SQL => {
  const names = [
    ...[...(scope.publishers === 'all' ? [] : scope.publishers)].map((name) => ['publisher', name] as const),
    ...[...(scope.vendors === 'all' ? [] : scope.vendors)].map((name) => ['vendor', name] as const),
  ].map(([kind, name]) => sql`(${ticketShare.kind} = ${kind} AND ${ticketShare.name} = ${name})`);
  return sql`EXISTS (SELECT 1 FROM ${ticketShare} WHERE ${ticketShare.ticketId} = ${ticketTable.id} AND (${or(sql`false`, ...names)}))`;
};

/** Incidents the caller may see: for those who are kept, what tickets shared with them gather. */
export function visibleIncidents(scope: Scope): SQL | undefined {
  requireMay(scope, 'ticket.read');
  return and(
    ofOwnPackages(scope, incidentTable.packageName),
    isKept(scope) ? ofTickets(visibleTickets(scope)) : undefined,
  );
}

const ofTickets = (where: SQL | undefined): SQL =>
  sql`EXISTS (SELECT 1 FROM ${ticketIncident} JOIN ${ticketTable} ON ${ticketTable.id} = ${ticketIncident.ticketId}
    WHERE ${ticketIncident.incidentId} = ${incidentTable.id} AND ${where ?? sql`true`})`;

const asked = (value: string | readonly string[] | undefined): string[] => {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return values.includes('all') ? [] : values.filter((each) => each !== '');
};

/** Days are those of the package, of several packages those of UTC. */
export async function zoneOf(scope: Scope, parts: TicketParts, name: string | undefined): Promise<string> {
  return name === undefined ? 'UTC' : (await parts.packageInfo(scope, name)).time_zone;
}

export interface Days {
  from: string | undefined;
  to: string | undefined;
}

export function daysOf({ fromDate, toDate, start_date, end_date }: CaseQuestion): Days {
  const [from, to] = [fromDate ?? start_date, toDate ?? end_date];
  if (from !== undefined && to !== undefined && from > to) throw appError('range_reversed', { field: 'fromDate' });
  return { from, to };
}

const between = (column: AnyPgColumn, { from, to }: Days, zone: string): (SQL | undefined)[] => [
  from === undefined ? undefined : gte(column, sql`(${from}::timestamp AT TIME ZONE ${zone})`),
  to === undefined ? undefined : lt(column, sql`(${addDays(to, 1)}::timestamp AT TIME ZONE ${zone})`),
];

/** @throws foreign_publisher, foreign_package */
function mayAsk(scope: Scope, question: CaseQuestion): void {
  if (question.package_name !== undefined) requirePackage(scope, question.package_name);
  allowedPublishers(scope, asked(question.publisher));
}

/** Tickets by what was asked. */
export function ticketsWhere(
  scope: Scope,
  question: CaseQuestion & Partial<Pick<TicketQuestion, 'assignee' | 'overdue'>>,
  zone: string,
  now: Date,
): SQL | undefined {
  mayAsk(scope, question);
  const filters = TICKET_FILTERS.map((name) => among(ticketTable[name], asked(question[name])));
  return and(
    visibleTickets(scope),
    question.package_name === undefined ? undefined : eq(ticketTable.packageName, question.package_name),
    ...between(ticketTable.createdAt, daysOf(question), zone),
    ...filters,
    question.assignee === 'me' ? eq(ticketTable.assigneeId, scope.userId) : undefined,
    question.assignee === 'nobody' ? isNull(ticketTable.assigneeId) : undefined,
    question.overdue ? overdue(now) : undefined,
    question.search ? searching(question.search) : undefined,
  );
}

/** Incidents by what was asked: status and priority are those of a ticket that gathers them. */
export function incidentsWhere(scope: Scope, question: CaseQuestion, zone: string): SQL | undefined {
  mayAsk(scope, question);
  const own = OF_INCIDENTS.map((name) => among(incidentTable[name], asked(question[name])));
  const [status, priority] = [asked(question.status), asked(question.priority)];
  return and(
    visibleIncidents(scope),
    question.package_name === undefined ? undefined : eq(incidentTable.packageName, question.package_name),
    ...between(incidentTable.happenedAt, daysOf(question), zone),
    ...own,
    status.length + priority.length === 0
      ? undefined
      : ofTickets(and(visibleTickets(scope), among(ticketTable.status, status), among(ticketTable.priority, priority))),
    question.search ? ilike(incidentTable.title, containing(question.search)) : undefined,
  );
}

const OF_INCIDENTS = [
  'country',
  'publisher',
  'channel',
  'brand',
  'category',
] as const satisfies readonly TicketFilter[];

const among = (column: AnyPgColumn, values: readonly string[]): SQL | undefined =>
  values.length === 0 ? undefined : inArray(column, [...values]);

export const isActive: SQL = inArray(ticketTable.status, [...ACTIVE]);

/** The day it is where the package reports. */
const todayOf = (now: Date): SQL =>
  sql`(${now.toISOString()}::timestamptz AT TIME ZONE (SELECT time_zone FROM package WHERE package.name = ${ticketTable.packageName}))::date`;

/** The day it is where clocks are the most behind or ahead: of all others nobody's zone need be looked up. */
const dayAt = (now: Date, hours: -12 | 14): string =>
  new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);

/** Still to be done though its day has passed. */
export const overdue = (now: Date): SQL =>
  sql`(${isActive} AND ${ticketTable.dueOn} < ${dayAt(now, 14)}::date
    AND (${ticketTable.dueOn} < ${dayAt(now, -12)}::date OR ${ticketTable.dueOn} < ${todayOf(now)}))`;

/** Still to be done, and today is its day. */
export const isDue = (now: Date): SQL =>
  sql`(${isActive} AND ${ticketTable.dueOn} BETWEEN ${dayAt(now, -12)}::date AND ${dayAt(now, 14)}::date
    AND ${ticketTable.dueOn} = ${todayOf(now)})`;

/** Scripts without blanks between words, which the text search would take for one word. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Every word begins one of the ticket; a number is its number as well. */
function searching(text: string): SQL | undefined {
  const words = text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}_.@/-]+/gu) ?? [];
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1];
  const undivided = words.filter((word) => UNDIVIDED.test(word));
  const divided = words.filter((word) => !UNDIVIDED.test(word) && /[\p{L}\p{N}]/u.test(word));
  const query = divided.map((word) => `'${word}':*`).join(' & ');
  const said = and(
    query === '' ? undefined : sql`${ticketTable.search} @@ to_tsquery('simple', ${query})`,
    ...undivided.map((word) =>
      or(ilike(ticketTable.title, containing(word)), ilike(ticketTable.description, containing(word))),
    ),
  );
  if (number === undefined) return said ?? sql`false`;
  return or(eq(ticketTable.id, Number(number)), said);
}
