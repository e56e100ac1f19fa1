import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';

const packageName = z.string().min(1).max(200);

const text = z.string().max(500);
const values = z
  .union([text, z.array(text).max(200)])
  .meta({ id: 'CaseValues' })
  .optional();

/** The seven filters of tickets (TKT-ENT-01). Absent, empty or `all` asks for every value. */
export const TICKET_FILTERS = ['country', 'publisher', 'channel', 'brand', 'status', 'priority', 'category'] as const;
export type TicketFilter = (typeof TICKET_FILTERS)[number];

/** What lists, plots and files of cases are asked. Without a package: all of the caller's. */
export const caseQuery = {
  package_name: packageName.optional(),
  ...dateRangeQuery,
  country: values,
  publisher: values,
  channel: values,
  brand: values,
  status: values,
  priority: values,
  category: values,
  search: searchText.optional(),
} satisfies Record<TicketFilter, typeof values> & Record<string, z.ZodType>;

/** Of a search so many are counted and can be turned to; the file has all. Who finds more needs another word. */
export const MOST_FOUND = 10_000;

export const TICKET_ORDERS = ['created_at', 'updated_at', 'due_on', 'priority', 'id'] as const;

export const ticketQuery = {
  ...caseQuery,
  /** Of the caller, or of nobody yet. */
  assignee: z.enum(['me', 'nobody']).optional(),
  /** Past the due day and still to be done. */
  overdue: z.enum(['yes']).optional(),
  sort: z.enum(TICKET_ORDERS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
};

export const pagedTickets = z.strictObject({ ...ticketQuery, ...pageQuery });
export const fileTickets = z.strictObject({ ...ticketQuery, format: z.enum(['csv', 'xlsx']).default('csv') });
export const caseQuestion = z.strictObject(caseQuery);
export const pagedCases = z.strictObject({ ...caseQuery, ...pageQuery });

export type CaseQuestion = z.output<typeof caseQuestion>;
export type TicketQuestion = Omit<z.output<typeof pagedTickets>, 'page' | 'limit'>;
