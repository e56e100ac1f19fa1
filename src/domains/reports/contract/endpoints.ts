import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { packageName } from '#traffic/explorer/contract/events-endpoints.ts';
import type { Report } from './report.ts';
import { fileQuery, generateBody, generateQuery, rowsQuery } from './report-query.ts';
import { REPORTS } from './reports.ts';
import { ENTRY_FORMATS } from './schedule.ts';
import { SUBJECTS } from './subjects.ts';

/** Where a report that was asked for stands. */
export const ENTRY_STATES = ['Queued', 'Processing', 'Ready', 'Failed'] as const;

/** Days after which a generated report is deleted. */
export const KEPT_DAYS = 30;

const ids = z.coerce.number().int().min(1).max(2_147_483_647);
const id = z.strictObject({ id: ids });

const entry = z.object({
  id: z.number().int(),
  package_name: z.string(),
  /** Id of the report it is of; `explore` for a question of Explore. */
  report: z.string(),
  report_type: z.string(),
  name: z.string(),
  format: z.enum(ENTRY_FORMATS),
  from: z.string(),
  to: z.string(),
  /** What was asked beside package and days, as it was asked. */
  filters: z.record(z.string(), z.unknown()),
  requested_by: z.string(),
  status: z.enum(ENTRY_STATES),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string(),
  /** Rows so far, then of the file. */
  rows: z.number().int(),
  /** Bytes of the file. */
  file: z.object({ name: z.string(), bytes: z.number().int() }).nullable(),
  /** Why it failed; the code is always 400 (REP-RULE-01). */
  error: z.object({ code: z.literal(400), message: z.string(), told: z.unknown().nullable() }).nullable(),
  /** It was asked for by the caller, who may try it again and delete it. */
  own: z.boolean(),
  /** A schedule had it made. */
  scheduled: z.boolean(),
});
export type ReportEntry = z.infer<typeof entry>;

/** One row: columns of events, or the names and measures of a source or period. */
const row = z.record(z.string(), z.unknown());
export type ReportRow = z.infer<typeof row>;

const rowsAnswer = z.object({
  status: z.literal(true),
  message: z.string(),
  data: z.array(row),
  /** Sums of a report of sources or periods over all pages; null for events. */
  totals: row.nullable(),
  Total_pages: z.number().int(),
  total: z.number().int(),
  /** These rows come after others of the same list, which they are appended to (CONST-RULE-02). */
  previous: z.boolean(),
});

const rowsOf = (of: Report) =>
  endpoint({
    method: 'GET',
    path: of.api,
    summary: `${of.title}: its rows, page by page`,
    access: 'event.read',
    pages: [of.id],
    query: rowsQuery,
    response: rowsAnswer,
  });

const downloadOf = (of: Report) =>
  endpoint({
    method: 'GET',
    path: `${of.api}/download`,
    summary: `${of.title}: all of its rows as a file, at once`,
    access: 'event.read',
    pages: [of.id],
    query: fileQuery,
    response: fileBody,
    answer: 'file',
  });

const generateOf = (of: Report) =>
  endpoint({
    method: 'POST',
    path: `${of.api}/generate`,
    summary: `${of.title}: have it made in the background and kept for ${KEPT_DAYS} days`,
    access: 'event.read',
    pages: [of.id],
    query: generateQuery,
    body: generateBody,
    response: envelope(entry),
  });

const filtersOf = (of: Report) =>
  endpoint({
    method: 'GET',
    path: `${of.api}/filters/:name`,
    summary: `${of.title}: values that a filter has among its events, the most frequent first`,
    access: 'event.read',
    pages: [of.id],
    params: z.strictObject({ name: z.string().max(60) }),
    query: rowsQuery.extend({ containing: z.string().max(200).optional() }),
    response: envelope(z.array(z.string())).extend({
      counts: z.array(z.number().int()),
      /** There are more values than these. */
      more: z.boolean(),
    }),
  });

export type ReportCalls = {
  rows: ReturnType<typeof rowsOf>;
  download: ReturnType<typeof downloadOf>;
  generate: ReturnType<typeof generateOf>;
  filters: ReturnType<typeof filtersOf>;
};

const CALLS = new Map(
  REPORTS.map((of): [string, ReportCalls] => [
    of.id,
    { rows: rowsOf(of), download: downloadOf(of), generate: generateOf(of), filters: filtersOf(of) },
  ]),
);

/** The calls of a report: the browser makes them, the server answers them. */
export function callsOf({ id: report }: Pick<Report, 'id'>): ReportCalls {
  const found = CALLS.get(report);
  if (!found) throw new RangeError(`There is no report ${report}`);
  return found;
}

/** Where something can be asked for that is made into a file, and where the files are. */
export const EVERY_PAGE = [...SUBJECTS, 'download-reports'];

const column = z.object({ name: z.string(), label: z.string(), chosen: z.boolean() });

/** What the screen of a report offers. */
const config = z.object({
  report: z.string(),
  report_types: z.array(z.string()),
  columns: z.array(column),
  filters: z.array(z.object({ name: z.string(), label: z.string() })),
  record_limit: z.number().int(),
});
export type ReportConfig = z.infer<typeof config>;

const ofReport = { package_name: packageName, report: z.string().max(60) };

export const reportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/reports',
    summary: 'Reports of a package that were asked for, the newest first',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: z.strictObject({ package_name: packageName, report: z.string().max(60).optional(), ...pageQuery }),
    response: pagedEnvelope(entry),
  }),
  generate: endpoint({
    method: 'POST',
    path: '/reports',
    summary: 'Have an install or event report made: older spelling, told apart by report_type',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: generateQuery,
    body: generateBody,
    response: envelope(entry),
    deprecated: true,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/reports/:id/retry',
    summary: 'Try a failed report again',
    access: 'event.read',
    pages: EVERY_PAGE,
    params: id,
    response: envelope(entry),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/reports/:id',
    summary: 'Delete a report that was asked for, and its file',
    access: 'event.read',
    pages: EVERY_PAGE,
    params: id,
    response: envelope(entry),
  }),
  attachment: endpoint({
    method: 'GET',
    path: '/api/web-bi/appfraud/download_attachment',
    summary: 'The file of a report that is ready',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: z.strictObject({ id: ids }),
    response: fileBody,
    answer: 'file',
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/web-bi/appfraud/report_config',
    summary: 'Columns and filters that the screen of a report offers for a package',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: z.strictObject(ofReport),
    response: envelope(config),
  }),
  configure: endpoint({
    method: 'PUT',
    path: '/api/web-bi/appfraud/report_config',
    summary: 'Choose the columns and filters that the screen of a report has for everybody of a package',
    access: 'rules.write',
    pages: EVERY_PAGE,
    body: z.strictObject({
      ...ofReport,
      /** In their order; an empty list: as the report is shipped. What is left out stays as it is. */
      columns: z.array(z.string().max(60)).max(100).optional(),
      filters: z.array(z.enum(DIMENSION_NAMES)).max(DIMENSION_NAMES.length).optional(),
    }),
    response: envelope(config),
  }),
};
