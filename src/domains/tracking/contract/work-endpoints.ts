import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { totalsQuery } from './report-endpoints.ts';
import { NOTICE_STATES } from './terms.ts';

const packageName = z.string().min(1).max(200);
const BASE = '/api/mtrackit';

export const trackingNotice = z.object({
  id: z.number().int(),
  publisher: z.string(),
  campaign: z.string(),
  event: z.string(),
  click_id: z.string(),
  transaction_id: z.string(),
  /** What may be secret in it is masked. */
  url: z.string(),
  state: z.enum(NOTICE_STATES),
  tries: z.number().int(),
  next_at: z.string(),
  http_status: z.number().int().nullable(),
  /** The beginning of what came back, or what went wrong. */
  answer: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type TrackingNotice = z.infer<typeof trackingNotice>;

export const noticeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/notices`,
    summary: 'What publishers were told of conversions in some days, the newest first',
    access: 'tracking.read',
    query: totalsQuery.omit({ pb_status: true }).extend({
      state: z.enum(NOTICE_STATES).optional(),
      /** Of a click or a transaction: never of the address, which would tell what is masked in it. */
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(trackingNotice),
  }),
  redeliver: endpoint({
    method: 'POST',
    path: `${BASE}/notices/:id/redeliver`,
    summary: 'Tell a publisher once more, with eight tries as before',
    access: 'tracking.write',
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    response: envelope(z.object({ id: z.number().int() })),
  }),
};

/** What may be wrong with a row of an upload, beside the reasons of a postback. */
export const uploadView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  file_name: z.string(),
  /** `checked`: a dry run, of which nothing is stored. */
  state: z.enum(['checked', 'done', 'failed']),
  rows: z.number().int(),
  accepted: z.number().int(),
  /** The first of those that were refused: the line of the file, and why. */
  errors: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  created_by: z.string(),
  created_at: z.string(),
});
export type UploadView = z.infer<typeof uploadView>;

export const uploadEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/uploads`,
    summary: 'Files of conversions and of their states, with what became of each, the newest first',
    access: 'tracking.read',
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(uploadView),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/uploads`,
    summary:
      'Take conversions and states from a CSV: click_id, event, txid, status, amount, currency, ts, a postback each line, at most 20,000 lines and 5 MB; with dry_run nothing is stored of them',
    access: 'tracking.write',
    query: z.strictObject({
      package_name: packageName,
      file_name: z.string().min(1).max(255),
      dry_run: z.enum(['true', 'false']).default('false'),
    }),
    upload: true,
    response: envelope(uploadView),
  }),
};

const WAYS = ['pass', 'flag', 'challenge', 'elsewhere', 'end'] as const;

export const testedLink = z.object({
  /** What was understood of the address. */
  campaign: z.string(),
  publisher: z.string(),
  country: z.string(),
  system: z.string(),
  steps: z.array(
    z.object({
      campaign: z.string(),
      /** state, dates, country, system, publisher, caps, protection, repeated. */
      check: z.string(),
      found: z.string(),
      way: z.enum(WAYS),
    }),
  ),
  way: z.enum(WAYS),
  reason: z.string(),
  /** Where a click would be sent; '' where it would not. */
  landing: z.string(),
  /** none, taken or refused: the page the link asks for. */
  asked_page: z.enum(['none', 'taken', 'refused']),
  unknown_macros: z.array(z.string()),
  /** The page it goes to is not told the click: no conversion can follow. */
  lacks_click_id: z.boolean(),
});
export type TestedLink = z.infer<typeof testedLink>;

export const testLinkEndpoints = {
  test: endpoint({
    method: 'POST',
    path: `${BASE}/test_link`,
    summary: 'Follow a link without leaving anything: each check, the verdict and where it would go',
    access: 'tracking.read',
    form: { exempt: ['package_name', 'url', 'ip', 'user_agent'] },
    body: z.strictObject({
      package_name: packageName,
      url: z.string().trim().min(1).max(8_000),
      ip: z.union([z.literal(''), z.ipv4(), z.ipv6()]).default(''),
      user_agent: z.string().max(1_000).default(''),
      /** In the place of that of the address. */
      country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default(''),
    }),
    response: envelope(testedLink),
  }),
};
