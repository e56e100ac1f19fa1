import { z } from 'zod';
import { dimensionQuery, filterValues } from '#analytics/contract/filters.ts';
import { SORT_KEYS } from '#analytics/contract/widget.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { FILE_FORMATS } from '#platform/contract/file-formats.ts';
import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { packageName } from '#traffic/explorer/contract/events-endpoints.ts';
import { exclusions } from '#traffic/explorer/contract/exclusions.ts';
import { PERIODS, REPORT_VARIANTS } from './report.ts';

/** Rows of one page of a report, when nothing is said (CONST-04). */
export const RECORD_LIMIT = 500;

/** Whom a report is about: everybody, those who are paid for traffic, or what nobody is paid for. */
export const PUBLISHER_TYPES = ['all', 'paid', 'unpaid'] as const;

/** What a report asks (REP-ENT-01). A text that is empty or `all` is not asked. */
const asked = {
  package_name: packageName,
  ...dateRangeQuery,
  ...dimensionQuery,
  /** A name of `REPORT_TYPES`, in any of its spellings. */
  report_type: z.string().max(40).optional(),
  /** As whom the rows are shown: with `publisher` in it, ids and addresses are masked as a publisher sees them. */
  user_type: z.string().max(40).default('customer'),
  publisher_type: z.enum(PUBLISHER_TYPES).default('all'),
  not: exclusions,
  search: searchText.optional(),
  /** A condition of the one condition language, as JSON; it holds beside the filters. */
  query: z.string().max(100_000).optional(),
  report_variant: z.enum(REPORT_VARIANTS).default('transactional'),
  /** Columns of events, in their order: repeated, or one comma list. */
  columns: z.union([z.string().max(2000), z.array(z.string().max(60)).max(100)]).optional(),
  /** How long the periods of a summary are. */
  period: z.enum(PERIODS).default('date'),
  sort: z.enum(SORT_KEYS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

const page = {
  record_limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(RECORD_LIMIT)
    .transform((n) => Math.min(n, MAX_PAGE_SIZE)),
  page_number: z.coerce.number().int().min(1).max(1_000_000).default(1),
};

export const reportFormat = z.enum(FILE_FORMATS).default('csv');

export const rowsQuery = z.object({ ...asked, ...page });
export const fileQuery = z.object({ ...asked, format: reportFormat });

/** What a report is generated from; pages mean nothing to it. */
const generated = { ...asked, ...page, format: reportFormat, name: safeText(80).optional() };
export const generateBody = z.strictObject(generated);

const said = filterValues.optional();
/**
 * The same in the address, as texts (REP-API-09): it is held against the body and means nothing else, so nothing has a
 * usual value there.
 */
export const generateQuery = z.object(
  Object.fromEntries(Object.keys(generated).map((name) => [name, said])) as Record<keyof typeof generated, typeof said>,
);

export type AskedReport = z.output<typeof fileQuery>;
export type AskedReportInput = z.input<typeof fileQuery>;
export type GenerateBody = z.output<typeof generateBody>;
