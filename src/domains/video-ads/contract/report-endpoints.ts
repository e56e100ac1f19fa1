import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';

const packageName = z.string().min(1).max(200);
const days = { package_name: packageName, start_date: isoDate, end_date: isoDate };

/** What the reports can be narrowed by, as their screens call it. */
export const VIDEO_FILTERS = ['location', 'campaign', 'publisher', 'brands'] as const;
export type VideoFilter = (typeof VIDEO_FILTERS)[number];

/** Of reports that the package alone is enough for: the last seven days where none are named. */
const usualDays = { package_name: packageName, start_date: isoDate.optional(), end_date: isoDate.optional() };

const values = z.array(z.string().max(500)).max(500).optional();
const question = z.strictObject({
  ...days,
  filters: z.strictObject({ location: values, campaign: values, publisher: values, brands: values }).prefault({}),
});
export type VideoQuestion = z.infer<typeof question>;

/** Columns by the names that the reports prescribe. Blocked is the sum of the three, clean is what is left. */
export const COUNTS = [
  'Total VAST Requests',
  'brand_unsafe_placement',
  'f_cap_threshold_breached',
  'invalid_ivt_request',
  'Total Blocked Requests',
  'clean_traffic_request',
  'Total Impressions',
] as const;

const n = z.number().int();
const counts = z.object({
  'Total VAST Requests': n,
  brand_unsafe_placement: n,
  f_cap_threshold_breached: n,
  invalid_ivt_request: n,
  'Total Blocked Requests': n,
  clean_traffic_request: n,
  'Total Impressions': n,
});
export type Counts = z.infer<typeof counts>;

export const funnelStep = z.object({ step: z.string(), count: n });
export const videoRow = z.object({
  video_id: z.string(),
  ...counts.shape,
  start: n,
  firstQuartile: n,
  midpoint: n,
  thirdQuartile: n,
  complete: n,
  click: n,
  error: n,
  /** Complete of impressions, in percent; null without any. */
  completion_rate: z.number().nullable(),
});
export type VideoRow = z.infer<typeof videoRow>;

/** Each reads, so nothing of it needs a right to change something. */
const ask = <const P extends string, R extends z.ZodType>(name: P, summary: string, row: R) =>
  endpoint({
    method: 'POST',
    path: `/api/vast/${name}` as const,
    summary,
    access: 'board.read',
    pages: ['vast-dashboard', 'vast-dashboard-integrate'],
    whileViewing: true,
    body: question,
    response: envelope(row),
  });

const options = <const P extends VideoFilter>(name: P, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/api/filter_options/${name}` as const,
    summary,
    access: 'board.read',
    query: z.strictObject(usualDays),
    response: envelope(z.array(z.string())),
  });

export const videoReportEndpoints = {
  location: options('location', 'Countries of video requests'),
  campaign: options('campaign', 'Campaigns of video requests'),
  publisher: options('publisher', 'Publishers of video requests'),
  brands: options('brands', 'Brands of video requests'),
  total: ask('total_counts', 'Totals of video requests and impressions', counts),
  campaigns: ask('campaign_summary', 'A row a campaign', z.array(counts.extend({ campaign: z.string() }))),
  distribution: ask(
    'impression_distribution',
    'Impressions by publisher, country, brand and device type',
    z.array(z.object({ by: z.string(), value: z.string(), impressions: n })),
  ),
  trend: ask('trends_graph', 'Requests, blocked and clean by day', z.array(counts.extend({ date: z.string() }))),
  videos: ask('top_videoids', 'Videos with the most requests', z.array(counts.extend({ video_id: z.string() }))),
  hours: ask(
    'hourly_imp_distribution',
    'Impressions by hour of the day, in the zone of the package',
    z.array(z.object({ hour: n, impressions: n })),
  ),
  funnel: ask('counts_funnel', 'From requests over clean requests to impressions and completes', z.array(funnelStep)),
  exported: endpoint({
    method: 'POST',
    path: '/api/vast/export_campaign_summary',
    summary: 'The summary of campaigns as a file (CSV)',
    access: 'board.read',
    whileViewing: true,
    answer: 'file',
    body: question,
    response: fileBody,
  }),
  analysis: endpoint({
    method: 'GET',
    path: '/api/vast/video_analysis',
    summary: 'A row a video: delivery, reasons for blocking, completion',
    access: 'board.read',
    query: z.strictObject(usualDays),
    response: envelope(
      z.object({
        videos: z.array(videoRow),
        /** Errors players reported, by code of VAST. */
        errors: z.array(z.object({ code: z.string(), count: n })),
      }),
    ),
  }),
  frame: endpoint({
    method: 'GET',
    path: '/api/user/vast_iframe_url',
    summary: 'Address of the dashboard in a frame: that of the configuration, or our own',
    access: 'board.read',
    query: z.strictObject({ package_name: packageName.optional() }),
    response: envelope(z.object({ url: z.string(), outside: z.boolean() })),
  }),
};
