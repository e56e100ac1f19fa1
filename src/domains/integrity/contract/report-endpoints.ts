import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { ofKind, packageName } from './named.ts';

const reportRow = z.object({
  row_id: z.string(),
  ts: z.string(),
  campaign: z.string(),
  publisher: z.string(),
  sub_publisher: z.string(),
  country: z.string(),
  handling: z.string(),
  handling_reason: z.string(),
  verdict: z.string(),
  reason: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

const reportFilters = {
  package_name: packageName,
  start_date: isoDate.optional(),
  end_date: isoDate.optional(),
  campaign: z.string().max(200).optional(),
  publisher: z.string().max(500).optional(),
  handling: z.string().max(40).optional(),
  handling_reason: z.string().max(200).optional(),
};

const REPORT = '/api/integrity/:kind/report';

export const reportEndpoints = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/integrity/:kind/dashboard',
    summary: 'Requests of own links or pixels, what was done with them, and by which check',
    access: 'board.read',
    params: ofKind,
    query: z.strictObject(reportFilters),
    response: envelope(
      z.object({
        total: z.number().int(),
        handlings: z.array(z.object({ handling: z.string(), requests: z.number().int() })),
        reasons: z.array(z.object({ handling_reason: z.string(), requests: z.number().int() })),
        verdicts: z.array(z.object({ verdict: z.string(), requests: z.number().int() })),
      }),
    ),
  }),
  report: endpoint({
    method: 'GET',
    path: REPORT,
    summary: 'Requests of own links or pixels, each with what was done with it and why',
    access: 'event.read',
    params: ofKind,
    query: z.strictObject({ ...reportFilters, ...pageQuery }),
    response: pagedEnvelope(reportRow),
  }),
  download: endpoint({
    method: 'GET',
    path: `${REPORT}/download`,
    summary: 'The same rows as a CSV file, all of them',
    access: 'event.read',
    params: ofKind,
    query: z.strictObject(reportFilters),
    response: fileBody,
    answer: 'file',
  }),
};
