import { and, asc, count, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { PRIORITIES, type TicketView } from '#domains/tickets/contract/ticket.ts';
import {
  MOST_FOUND,
  TICKET_FILTERS,
  type TICKET_ORDERS,
  type TicketFilter,
  type TicketQuestion,
} from '#domains/tickets/contract/ticket-query.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { daysOf, isActive, isKept, ticketsWhere, visibleTickets, zoneOf } from './case-where.ts';
import { ticketTable } from './tables.ts';
import type { TicketParts } from './ticket-parts.ts';
import { selectTickets, ticketView } from './ticket-view.ts';

const PRIORITY_RANK = sql`array_position(ARRAY['Low', 'Medium', 'High', 'Critical'], ${ticketTable.priority})`;
const ORDERS: Record<(typeof TICKET_ORDERS)[number], SQL> = {
  created_at: sql`${ticketTable.createdAt}`,
  updated_at: sql`${ticketTable.updatedAt}`,
  due_on: sql`${ticketTable.dueOn}`,
  priority: PRIORITY_RANK,
  id: sql`${ticketTable.id}`,
};

const DIRECTIONS = { asc: sql`ASC`, desc: sql`DESC` };
const WITHOUT_LAST = sql`NULLS LAST`;

/** `key`, then the number; without a due day last, whatever the direction. As the indexes of 0148 have it. */
const inOrder = ({ sort, order }: Pick<TicketQuestion, 'sort' | 'order'>, key: SQL, id: SQL): SQL =>
  sql`${key} ${DIRECTIONS[order]} ${sort === 'due_on' ? WITHOUT_LAST : sql``}, ${id} ${DIRECTIONS[order]}`;

interface Page {
  page: number;
  limit: number;
}

/**
 * Numbers of the tickets of a page. Of each package no more are read than the page can have of it, from an index in the
 * order that is asked for; the rest of a ticket is read only of those.
 */
async function idsOfPage(
  scope: Scope,
  { db }: Database,
  question: TicketQuestion,
  { where, page, limit }: Page & { where: SQL | undefined },
): Promise<number[]> {
  const { package_name: one } = question;
  const own = one === undefined ? scope.packages : new Set([one]);
  const packages = own === 'all' ? sql`SELECT name FROM package` : sql`SELECT unnest(${sql.param([...own])}::text[])`;
  const key = ORDERS[question.sort];
  const best = sql`SELECT ${key} AS key, ${ticketTable.id} FROM ${ticketTable}
    WHERE ${and(sql`${ticketTable.packageName} = own.name`, where)}
    ORDER BY ${inOrder(question, key, sql`${ticketTable.id}`)} LIMIT ${page * limit}`;
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT best.id FROM (${packages}) AS own (name) CROSS JOIN LATERAL (${best}) AS best
      ORDER BY ${inOrder(question, sql`best.key`, sql`best.id`)} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function listTickets(
  scope: Scope,
  parts: TicketParts,
  question: TicketQuestion,
  { page, limit }: Page,
): Promise<{ rows: TicketView[]; total: number }> {
  const { db } = parts.database;
  const now = parts.now();
  const where = ticketsWhere(scope, question, await zoneOf(scope, parts, question.package_name), now);
  const [ids, total] = await Promise.all([
    idsOfPage(scope, parts.database, question, { where, page, limit }),
    countTickets(parts.database, where, question.search ? MOST_FOUND : undefined),
  ]);
  const found = ids.length === 0 ? [] : await selectTickets(db, now).where(inArray(ticketTable.id, ids));
  found.sort((a, b) => ids.indexOf(a.row.id) - ids.indexOf(b.row.id));
  return { rows: found.map((row) => ticketView(row, isKept(scope))), total };
}

/** A word that stands in most tickets is found in each of them before they are counted: that stops at a bound. */
async function countTickets({ db }: Database, where: SQL | undefined, most: number | undefined): Promise<number> {
  if (most === undefined) return db.$count(ticketTable, where);
  const found = db.select({ id: ticketTable.id }).from(ticketTable).where(where).limit(most).as('found');
  return db.$count(found);
}

const BATCH = 1_000;

const COLUMNS = [
  ['id', 'ID', 'count'],
  ['title', 'Title', 'plain'],
  ['status', 'Status', 'plain'],
  ['priority', 'Priority', 'plain'],
  ['package_name', 'Package', 'plain'],
  ['publisher', 'Publisher', 'plain'],
  ['category', 'Category', 'plain'],
  ['sub_category', 'Sub category', 'plain'],
  ['brand', 'Brand', 'plain'],
  ['channel', 'Channel', 'plain'],
  ['sub_channel', 'Sub channel', 'plain'],
  ['country', 'Country', 'plain'],
  ['location', 'Location', 'plain'],
  ['url', 'URL', 'plain'],
  ['due_on', 'Due', 'day'],
  ['description', 'Description', 'plain'],
  ['closing_reason', 'Closing reason', 'plain'],
  ['incident_id', 'First incident', 'count'],
  ['created_by', 'Created by', 'plain'],
  ['created_at', 'Created at', 'moment'],
  ['updated_at', 'Updated at', 'moment'],
] as const satisfies readonly (readonly [keyof TicketView, string, FileColumn['kind']])[];

/** The whole answer of `listTickets`, in its order of making, batch by batch. */
export async function ticketFile(
  scope: Scope,
  parts: TicketParts,
  question: TicketQuestion,
  format: 'csv' | 'xlsx',
): Promise<FileAnswer> {
  const zone = await zoneOf(scope, parts, question.package_name);
  const made = parts.now();
  const where = ticketsWhere(scope, question, zone, made);
  const people = isKept(scope) ? [] : (['assignee', 'customer'] as const);
  const columns: FileColumn[] = [
    ...COLUMNS.map(([, label, kind]): FileColumn => ({ label, kind })),
    ...people.map((name): FileColumn => ({ label: name === 'assignee' ? 'Assignee' : 'Customer', kind: 'plain' })),
  ];
  async function* rows() {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const batch = await selectTickets(parts.database.db, made)
        .where(and(where, lt(ticketTable.id, sql`${before}::bigint`)))
        .orderBy(desc(ticketTable.id))
        .limit(BATCH);
      for (const found of batch) {
        const view = ticketView(found, isKept(scope));
        yield [...COLUMNS.map(([name]) => view[name]), ...people.map((name) => view[name]?.name ?? '')];
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      before = last.row.id;
    }
  }
  return fileOf(format, await aboutFile(scope, parts, question, { where, timeZone: zone }), { columns, rows: rows() });
}

interface Chosen {
  where: SQL | undefined;
  timeZone: string;
}

/** When the oldest of the tickets was made. */
async function firstDay({ database: { db } }: TicketParts, { where, timeZone }: Chosen): Promise<string | null> {
  const day = sql<string | null>`to_char(min(${ticketTable.createdAt}) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`;
  const [row] = await db.select({ day }).from(ticketTable).where(where);
  return row?.day ?? null;
}

async function aboutFile(
  scope: Scope,
  parts: TicketParts,
  question: TicketQuestion,
  { where, timeZone }: Chosen,
): Promise<FileAbout> {
  const { from, to } = daysOf(question);
  const today = parts.now().toISOString().slice(0, 10);
  const title =
    question.package_name === undefined
      ? 'All packages'
      : (await parts.packageInfo(scope, question.package_name)).package_title;
  const said = [...TICKET_FILTERS, 'search', 'assignee', 'overdue'] as const;
  return {
    what: 'tickets',
    package: { name: question.package_name ?? 'all', title },
    from: from ?? (await firstDay(parts, { where, timeZone })) ?? to ?? today,
    to: to ?? today,
    timeZone,
    timesIn: 'UTC',
    filters: said.flatMap((name) => {
      const values = [question[name] ?? []].flat();
      return values.length === 0 ? [] : [[name, values] as const];
    }),
    made: parts.now(),
  };
}

/** Distinct values of a filter among the visible tickets, by name. */
export async function filterValues(
  scope: Scope,
  { database: { db } }: TicketParts,
  filter: TicketFilter,
  packageName: string | undefined,
): Promise<string[]> {
  const column = ticketTable[filter];
  const rows = await db
    .select({ value: sql<string>`${column}` })
    .from(ticketTable)
    .where(and(visibleTickets(scope), inOne(scope, packageName), sql`${column} <> ''`))
    .groupBy(column)
    .orderBy(asc(column))
    .limit(2_000);
  return rows.map(({ value }) => value);
}

const inOne = (scope: Scope, packageName: string | undefined): SQL | undefined =>
  packageName === undefined ? undefined : eq(ticketTable.packageName, requirePackage(scope, packageName));

export async function activeByPriority(
  scope: Scope,
  { database: { db } }: TicketParts,
  packageName: string | undefined,
) {
  const rows = await db
    .select({ priority: ticketTable.priority, active: count() })
    .from(ticketTable)
    .where(and(visibleTickets(scope), inOne(scope, packageName), isActive))
    .groupBy(ticketTable.priority);
  return PRIORITIES.map((priority) => ({
    priority,
    active: rows.find((row) => row.priority === priority)?.active ?? 0,
  }));
}
