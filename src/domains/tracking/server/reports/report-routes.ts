import type { z } from 'zod';
import { TRACKING_PAGES } from '#domains/tracking/contract/pages.ts';
import type { fileOfReport, pageOfReport } from '#domains/tracking/contract/report-endpoints.ts';
import {
  trackingDashboardEndpoints,
  trackingDashboardFilters,
  trackingReportEndpoints,
  trackingToolEndpoints,
} from '#domains/tracking/contract/report-endpoints.ts';
import type { CampaignRow } from '#domains/tracking/contract/report-rows.ts';
import type { ReportFilter, TrackingReport } from '#domains/tracking/contract/reports.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { type Question, readAsked } from './asked.ts';
import { healthRows } from './event-health.ts';
import { totalFigures } from './figures.ts';
import { trackingFilterValues } from './filter-values.ts';
import { campaignRows, epcRows, groupRows, publisherRows } from './group-rows.ts';
import { aboutReport, figureColumns, plain, tableOf } from './report-files.ts';
import type { ReportParts } from './report-parts.ts';
import { conversionRows, postbackRows } from './single-rows.ts';
import { unlistedPostbacks } from './unlisted.ts';

type PageQuery = z.output<typeof pageOfReport>;
type FileQuery = z.output<typeof fileOfReport>;
type Filters = Parameters<typeof trackingFilterValues>[3];

export const reportRoutes = (parts: ReportParts): Route[] => [
  ...dashboardRoutes(parts),
  ...countedRoutes(parts),
  ...singleRoutes(parts),
  ...implement(trackingDashboardFilters)({
    filters: ({ scope, params, query }) => filtersOf(scope, parts, params.filter, query),
  }),
  ...implement(trackingToolEndpoints)({
    menu: async ({ scope }) => {
      const own = new Set<string>(TRACKING_PAGES.map(({ id }) => id));
      return ok((await parts.menuOf(scope)).filter(({ page_id: id }) => own.has(id)));
    },
    downloads: async ({ scope, query: { package_name: packageName, page, limit } }) => {
      const { rows, total } = await parts.readyFiles(scope, { packageName, page, limit });
      const files = rows.map(({ id, name, fileName, bytes, finishedAt }) => ({
        id,
        name,
        file_name: fileName,
        bytes,
        finished_at: finishedAt,
        link: `/api/web-bi/appfraud/download_attachment?id=${id}`,
      }));
      return paged({ rows: files, total }, limit);
    },
  }),
];

async function filtersOf(scope: Scope, parts: ReportParts, filter: ReportFilter, query: Filters) {
  const { values, labels } = await trackingFilterValues(scope, parts, filter, query);
  return { ...ok(values), labels };
}

function dashboardRoutes(parts: ReportParts): Route[] {
  const publishers = async (scope: Scope, query: Filters) =>
    publisherRows(scope, parts, await readAsked(scope, parts, query));
  const totals = (scope: Scope, query: Filters) => totalFigures(scope, parts, query);
  return implement(trackingDashboardEndpoints)({
    revenue: async ({ scope, query }) => ok({ value: (await totals(scope, query)).revenue }),
    cost: async ({ scope, query }) => ok({ value: (await totals(scope, query)).cost }),
    events: async ({ scope, query }) => {
      const { events: value, pending, rejected } = await totals(scope, query);
      return ok({ value, pending, rejected });
    },
    clicks: async ({ scope, query }) => ok({ value: (await totals(scope, query)).clicks }),
    fraud_counts: async ({ scope, query }) => ok({ value: (await totals(scope, query)).fraud }),
    fraud_percentage: async ({ scope, query }) => {
      const { fraud, total, fraud_percentage: value } = await totals(scope, query);
      return ok({ value, fraud, total });
    },
    publisher_events: async ({ scope, query }) =>
      ok((await publishers(scope, query)).map(({ publisher, events }) => ({ publisher, events }))),
    publisher_costs: async ({ scope, query }) =>
      ok((await publishers(scope, query)).map(({ publisher, cost }) => ({ publisher, cost }))),
    publisher_over: async ({ scope, query }) =>
      ok((await publishers(scope, query)).map(({ publisher, over, events }) => ({ publisher, over, events }))),
    publisher_fraud: async ({ scope, query }) =>
      ok(
        (await publishers(scope, query)).map(({ publisher, fraud, total, fraud_percentage }) => ({
          publisher,
          fraud,
          total,
          fraud_percentage,
        })),
      ),
    top_publishers: async ({ scope, query }) => ok((await publishers(scope, query)).slice(0, MOST_TOP)),
  });
}

const MOST_TOP = 10;

const CAMPAIGN = plain('Campaign', 'campaign');
const PUBLISHER = plain('Publisher', 'publisher');

type Table = ReturnType<typeof tableOf>;

/** What the three calls of each report share: a part of its rows, all of them as a file, values of its filters. */
function shared(parts: ReportParts) {
  return {
    filters: ({ scope, params, query }: { scope: Scope; params: { filter: ReportFilter }; query: Filters }) =>
      filtersOf(scope, parts, params.filter, query),
    file: async (
      scope: Scope,
      name: TrackingReport,
      query: FileQuery,
      table: (question: Question) => Promise<Table> | Table,
    ) => {
      const question = await readAsked(scope, parts, query);
      return fileOf(query.format, aboutReport(name, question, query, parts.now()), await table(question));
    },
    part: <R>(rows: R[], { page, limit }: PageQuery) =>
      paged({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }, limit),
  };
}

/** Reports whose rows are counted. */
function countedRoutes(parts: ReportParts): Route[] {
  const { filters, file, part } = shared(parts);
  const { report, campaign_report, epc_report, health_report } = trackingReportEndpoints;
  return [
    ...implement(report)({
      rows: async ({ scope, query }) =>
        part(await groupRows(scope, parts, await readAsked(scope, parts, query), query.group), query),
      download: ({ scope, query }) =>
        file(scope, 'report', query, async (question) => {
          const rows = await groupRows(scope, parts, question, query.group);
          return tableOf([...GROUP_COLUMNS[query.group], ...figureColumns(rows)], rows);
        }),
      filters,
    }),
    ...implement(campaign_report)({
      rows: async ({ scope, query }) =>
        part(await campaignRows(scope, parts, await readAsked(scope, parts, query)), query),
      download: ({ scope, query }) =>
        file(scope, 'campaign_report', query, async (question) => {
          const rows = await campaignRows(scope, parts, question);
          return tableOf([CAMPAIGN, ...figureColumns(rows), ...eventColumns(rows)], rows);
        }),
      filters,
    }),
    ...implement(epc_report)({
      rows: async ({ scope, query }) => part(await epcRows(scope, parts, await readAsked(scope, parts, query)), query),
      download: ({ scope, query }) =>
        file(scope, 'epc_report', query, async (question) => {
          const rows = await epcRows(scope, parts, question);
          return tableOf([CAMPAIGN, PUBLISHER, ...figureColumns(rows)], rows);
        }),
      filters,
    }),
    ...implement(health_report)({
      rows: async ({ scope, query }) => part(await healthRows(parts, await readAsked(scope, parts, query)), query),
      download: ({ scope, query }) =>
        file(scope, 'health_report', query, async (question) =>
          tableOf(HEALTH_COLUMNS, await healthRows(parts, question)),
        ),
      filters,
    }),
  ];
}

/** Reports of single events and postbacks. */
function singleRoutes(parts: ReportParts): Route[] {
  const { filters, file } = shared(parts);
  const { event_report, postback_report } = trackingReportEndpoints;
  return [
    ...implement(event_report)({
      rows: async ({ scope, query }) =>
        paged(await conversionRows.page(parts, await readAsked(scope, parts, query), query), query.limit),
      download: ({ scope, query }) =>
        file(scope, 'event_report', query, (question) => tableOf(EVENT_COLUMNS, conversionRows.all(parts, question))),
      filters,
    }),
    ...implement(postback_report)({
      rows: async ({ scope, query }) => {
        const question = await readAsked(scope, parts, query);
        const rows = await postbackRows.page(parts, question, query);
        return { ...paged(rows, query.limit), counted_only: await unlistedPostbacks(parts, question) };
      },
      download: ({ scope, query }) =>
        file(scope, 'postback_report', query, (question) =>
          tableOf(POSTBACK_COLUMNS, postbackRows.all(parts, question)),
        ),
      filters,
    }),
  ];
}

/** A column for each event that any campaign brought. */
function eventColumns(rows: readonly CampaignRow[]) {
  const events = new Set(rows.flatMap(({ by_event }) => by_event.map(({ event }) => event)));
  return [...events]
    .sort()
    .map(
      (name) =>
        [
          `Event ${name}`,
          'count',
          ({ by_event }: CampaignRow) => by_event.find(({ event }) => event === name)?.events ?? 0,
        ] as const,
    );
}

const GROUP_COLUMNS = {
  day: [plain('Day', 'day', 'day')],
  campaign: [CAMPAIGN],
  publisher: [PUBLISHER],
  sub_publisher: [PUBLISHER, plain('Sub-publisher', 'sub_publisher')],
} as const;

const EVENT_COLUMNS = [
  plain('At', 'at', 'moment'),
  CAMPAIGN,
  PUBLISHER,
  plain('Sub-publisher', 'sub_publisher'),
  plain('Event', 'event'),
  plain('Transaction', 'transaction_id'),
  plain('Click', 'click_id'),
  plain('Clicked at', 'click_at', 'moment'),
  plain('Status', 'status'),
  plain('Over', 'over', 'flag'),
  plain('Reason', 'reason'),
  plain('Amount', 'amount', 'money'),
  plain('Currency', 'currency'),
  plain('Payout', 'payout', 'money'),
  plain('Revenue', 'revenue', 'money'),
] as const;

const POSTBACK_COLUMNS = [
  plain('Received at', 'received_at', 'moment'),
  CAMPAIGN,
  PUBLISHER,
  plain('Event', 'event'),
  plain('Click', 'click_id'),
  plain('Transaction', 'transaction_id'),
  plain('Amount', 'amount'),
  plain('Currency', 'currency'),
  plain('Postback status', 'pb_status'),
  plain('Reason', 'reason'),
  plain('Address', 'ip'),
  plain('Query', 'query'),
  plain('Forwarded', 'forward_status'),
  plain('Attempts', 'attempts', 'count'),
  plain('HTTP status', 'http_code', 'count'),
] as const;

const HEALTH_COLUMNS = [
  CAMPAIGN,
  plain('Event', 'event'),
  plain('State', 'state'),
  plain('Received', 'received', 'count'),
  plain('Expected', 'expected', 'number'),
  plain('Accepted %', 'accepted_percentage', 'percent'),
  plain('Duplicate %', 'duplicate_percentage', 'percent'),
  plain('Unknown click %', 'unknown_click_percentage', 'percent'),
  plain('Rejected %', 'rejected_percentage', 'percent'),
  plain('Seconds to event, median', 'median_seconds', 'number'),
  plain('Seconds to event, 95 of 100', 'slow_seconds', 'number'),
  plain('Last received', 'last_received', 'moment'),
] as const;
