import { z } from 'zod';
import { filterValues } from '#analytics/contract/filters.ts';
import { menuEntry } from '#domains/account/contract/endpoints.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { amounts } from '#traffic/money/contract/money-endpoints.ts';
import {
  campaignRow,
  conversionRow,
  count,
  countedOnly,
  epcRow,
  figures,
  groupRow,
  healthRow,
  hidden,
  percent,
  postbackRow,
} from './report-rows.ts';
import { REPORT_FILTERS, REPORT_GROUPS, type TrackingReport } from './reports.ts';

const BASE = '/api/mtrackit';
const DASHBOARD = 'mtrackit-dashboard';

const asked = {
  package_name: z.string().min(1).max(200),
  ...dateRangeQuery,
  event: filterValues.optional(),
  pb_status: filterValues.optional(),
  publisher: filterValues.optional(),
  campaign_id: filterValues.optional(),
};
const grouped = { group: z.enum(REPORT_GROUPS).default('day') };

export const totalsQuery = z.strictObject(asked);
export const pageOfReport = z.strictObject({ ...asked, ...grouped, ...pageQuery });
export const fileOfReport = z.strictObject({ ...asked, ...grouped, format: z.enum(['csv', 'xlsx']).default('csv') });
export type AskedOfTracking = z.output<typeof totalsQuery>;

const filterParams = z.strictObject({ filter: z.enum(REPORT_FILTERS) });
/** `labels` has the words for each value, in their order: a campaign has a number and a name. */
const filterAnswer = envelope(z.array(z.string())).extend({ labels: z.array(z.string()) });

/** Where each report is shown; who has none of these pages cannot ask for it. */
export const REPORT_PAGE_OF: Readonly<Record<TrackingReport, string>> = {
  report: 'mtrackit-report',
  event_report: 'mtrackit-event-report',
  campaign_report: 'mtrackit-campaign-report',
  postback_report: 'mtrackit-postback-report',
  epc_report: 'mtrackit-epc-report',
  health_report: 'mtrackit-event-health-report',
};

/** What publishers were told has the filters of what they were told of. */
const POSTBACK_LOG = 'mtrackit-postback-log';

const reportCalls = <R extends z.ZodType>(name: TrackingReport, what: string, response: R) => ({
  rows: endpoint({
    method: 'GET',
    path: `${BASE}/${name}`,
    summary: `${what}, page by page`,
    access: 'board.read',
    pages: [REPORT_PAGE_OF[name]],
    query: pageOfReport,
    response,
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/${name}/download`,
    summary: `${what}: all rows as a file`,
    access: 'board.read',
    pages: [REPORT_PAGE_OF[name]],
    query: fileOfReport,
    response: fileBody,
    answer: 'file',
  }),
  filters: endpoint({
    method: 'GET',
    path: `${BASE}/${name}/filters/:filter`,
    summary: `${what}: values a filter has among its rows`,
    access: 'board.read',
    pages: [REPORT_PAGE_OF[name], ...(name === 'postback_report' ? [POSTBACK_LOG] : [])],
    params: filterParams,
    query: totalsQuery,
    response: filterAnswer,
  }),
});

export const trackingReportEndpoints = {
  report: reportCalls(
    'report',
    'Clicks, events, cost and revenue of own links by day, campaign or publisher',
    pagedEnvelope(groupRow),
  ),
  event_report: reportCalls('event_report', 'Events reached through own links', pagedEnvelope(conversionRow)),
  campaign_report: reportCalls('campaign_report', 'Own links by campaign', pagedEnvelope(campaignRow)),
  postback_report: reportCalls(
    'postback_report',
    'Postbacks as they came and what was answered',
    pagedEnvelope(postbackRow).extend({ counted_only: countedOnly }),
  ),
  epc_report: reportCalls('epc_report', 'Earnings per click by campaign and publisher', pagedEnvelope(epcRow)),
  health_report: reportCalls('health_report', 'Received and expected events by campaign', pagedEnvelope(healthRow)),
};

const total = <D extends z.ZodType>(path: string, summary: string, data: D) =>
  endpoint({
    method: 'GET',
    path: `${BASE}/${path}`,
    summary: `Dashboard of own links: ${summary}`,
    access: 'board.read',
    pages: [DASHBOARD],
    query: totalsQuery,
    response: envelope(data),
  });

const ofPublisher = { publisher: z.string() };
/** Amounts by currency, of which none is ever added to another. */
const money = z.object({ value: hidden });
const number = z.object({ value: count });

export const trackingDashboardEndpoints = {
  revenue: total('revenue', 'what it earned', money),
  cost: total('cost', 'what it paid', money),
  events: total(
    'events',
    'events reached that are approved or pending, how many of them are pending, and how many were rejected beside them',
    z.object({ value: count, pending: count, rejected: count }),
  ),
  clicks: total('clicks', 'clicks', number),
  fraud_counts: total('fraud_counts', 'events of any kind that are fraud', number),
  fraud_percentage: total(
    'fraud_percentage',
    'fraud among all events that have a verdict',
    z.object({ value: percent, fraud: count, total: count }),
  ),
  publisher_events: total(
    'publisher_events',
    'events by publisher',
    z.array(z.object({ ...ofPublisher, events: count })),
  ),
  publisher_costs: total('publisher_costs', 'cost by publisher', z.array(z.object({ ...ofPublisher, cost: amounts }))),
  publisher_over: total(
    'publisher_over',
    'events beyond cappings by publisher',
    z.array(z.object({ ...ofPublisher, over: count, events: count })),
  ),
  publisher_fraud: total(
    'publisher_fraud',
    'fraud by publisher',
    z.array(z.object({ ...ofPublisher, fraud: count, total: count, fraud_percentage: percent })),
  ),
  top_publishers: total(
    'top_publishers',
    'publishers with the most events',
    z.array(z.object({ ...ofPublisher, ...figures })),
  ),
};

export const trackingDashboardFilters = {
  filters: endpoint({
    method: 'GET',
    path: `${BASE}/filters/:filter`,
    summary: 'Dashboard of own links: values a filter has',
    access: 'board.read',
    pages: [DASHBOARD],
    params: filterParams,
    query: totalsQuery,
    response: filterAnswer,
  }),
};

export const trackingToolEndpoints = {
  menu: endpoint({
    method: 'GET',
    path: `${BASE}/menu`,
    summary: 'Entries of the own menu that belong to the tracking tool',
    access: 'session',
    response: envelope(z.array(menuEntry)),
  }),
  downloads: endpoint({
    method: 'GET',
    path: `${BASE}/fetch_downloads`,
    summary: 'Files of a package that are ready to be fetched, the newest first',
    access: 'event.read',
    query: z.strictObject({ package_name: asked.package_name, ...pageQuery }),
    response: pagedEnvelope(
      z.object({
        id: count,
        name: z.string(),
        file_name: z.string(),
        bytes: count,
        finished_at: z.string(),
        /** Address of the file, to be asked with the session. */
        link: z.string(),
      }),
    ),
  }),
};
