import { and, asc, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { PRIORITIES, type TicketView } from '#domains/tickets/contract/ticket.ts';
import {
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

const inOrder = ({ sort, order }: Pick<TicketQuestion, 'sort' | 'order'>): SQL[] => {
  // Without a day last, whatever the direction.
  const first = sort === 'due_on' ? [sql`${ticketTable.dueOn} IS NULL`] : [];
  return order === 'asc'
    ? [...first, asc(ORDERS[sort]), asc(ticketTable.id)]
    : [...first, desc(ORDERS[sort]), desc(ticketTable.id)];
};

export async function listTickets(
  scope: Scope,
  parts: TicketParts,
  question: TicketQuestion,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: TicketView[]; total: number }> {
  const { db } = parts.database;
  const now = parts.now();
  const where = ticketsWhere(scope, question, await zoneOf(scope, parts, question.package_name), now);
  const [rows, [counted]] = await Promise.all([
    selectTickets(db, now)
      .where(where)
      .orderBy(...inOrder(question))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(ticketTable).where(where),
  ]);
  return { rows: rows.map((row) => ticketView(row, isKept(scope))), total: counted?.total ?? 0 };
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
