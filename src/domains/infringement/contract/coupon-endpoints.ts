import { z } from 'zod';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { prose } from '#platform/contract/prose.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { taken } from './adword-endpoints.ts';
import { FINDINGS, MOST_CODES, POOL_KINDS, poolFields, poolView, referralSum, useView } from './coupon.ts';
import { AD_STATES, SET_STATES } from './search-ad.ts';

const packageName = z.string().min(1).max(200);
const count = z.number().int();
const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
const useId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const code = z.string().trim().min(1, 'Please give a code').max(64);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'Please enter an amount such as 1.25');
const PAGES = ['coupons', 'coupons-referral'] as const;
const READ = { access: 'rules.read', pages: PAGES } as const;
const WRITE = { access: 'rules.write', pages: PAGES } as const;
const BASE = '/api/coupons';
const ofPool = z.strictObject({ id: rowId });

const filters = {
  package_name: packageName,
  ...dateRangeQuery,
  finding: z.enum(FINDINGS).optional(),
  state: z.enum(AD_STATES).optional(),
  /** `all` shows those with nothing wrong too. */
  of: z.enum(['misused', 'all']).default('misused'),
  search: searchText.optional(),
};

/** What a shop knows of an order; all but the code is as it has it. */
const order = {
  package_name: packageName,
  code,
  cart: amount.optional(),
  customer: z.string().trim().max(200).default(''),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, 'Countries have two letters')
    .default(''),
};

/** Whether a code holds for an order, and what it takes off. */
const verdict = z.object({
  valid: z.boolean(),
  /** Why not. */
  reason: z.enum([...FINDINGS, 'misspelt', 'least_cart']).nullable(),
  /** Decimal text; null where no cart was given. */
  discount: z.string().nullable(),
  /** Who is credited. */
  publisher: z.string(),
});
export type CodeVerdict = z.infer<typeof verdict>;

export const couponEndpoints = {
  uses: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Uses of coupons in which something is wrong, or all, the newest first',
    ...READ,
    query: z.strictObject({ ...filters, ...pageQuery }),
    response: pagedEnvelope(useView),
  }),
  download: endpoint({
    method: 'GET',
    path: `${BASE}/download`,
    summary: 'The same rows as CSV or XLSX, all of them',
    ...READ,
    query: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: fileBody,
    answer: 'file',
  }),
  referral: endpoint({
    method: 'GET',
    path: `${BASE}/referral`,
    summary: 'What came by the codes of referral coupons, by publisher',
    ...READ,
    query: z.strictObject({ package_name: packageName, ...dateRangeQuery }),
    response: envelope(z.array(referralSum)),
  }),
  pools: endpoint({
    method: 'GET',
    path: `${BASE}/pools`,
    summary: 'Coupons of a package with their codes and uses',
    ...READ,
    query: z.strictObject({ package_name: packageName, kind: z.enum(POOL_KINDS).optional() }),
    response: envelope(z.array(poolView)),
  }),
  addPool: endpoint({
    method: 'POST',
    path: `${BASE}/pools`,
    summary: 'Make a coupon; a shared one has its code at once',
    ...WRITE,
    form: { exempt: ['package_name', 'publisher'] },
    body: z.strictObject({ package_name: packageName, ...poolFields }),
    response: envelope(z.object({ id: count })),
  }),
  endPool: endpoint({
    method: 'DELETE',
    path: `${BASE}/pools/:id`,
    summary: 'End a coupon: none of its codes holds any more; uses stay',
    ...WRITE,
    params: ofPool,
    response: envelope(z.object({ id: count })),
  }),
  issue: endpoint({
    method: 'POST',
    path: `${BASE}/pools/:id/issue`,
    summary: 'Issue codes of a coupon, of a referral coupon one for each owner that has none',
    ...WRITE,
    params: ofPool,
    form: { exempt: ['publisher', 'owners'] },
    body: z.strictObject({
      count: z.number().int().min(1).max(MOST_CODES).default(1),
      /** Who gives them away; the publisher of the coupon when left out. */
      publisher: z.string().trim().max(500).default(''),
      owners: z.array(z.string().trim().min(1).max(200)).max(MOST_CODES).default([]),
    }),
    response: envelope(z.object({ codes: z.array(z.string()) })),
  }),
  codes: endpoint({
    method: 'GET',
    path: `${BASE}/pools/:id/codes`,
    summary: 'All codes of a coupon as CSV, with who has them and how often they were used',
    ...READ,
    params: ofPool,
    response: fileBody,
    answer: 'file',
  }),
  validate: endpoint({
    method: 'POST',
    path: `${BASE}/validate`,
    summary: 'Whether a code holds for an order, and what it takes off; changes nothing',
    ...WRITE,
    form: { exempt: ['package_name', 'code', 'customer'] },
    body: z.strictObject(order),
    response: envelope(verdict),
  }),
  redeem: endpoint({
    method: 'POST',
    path: `${BASE}/redeem`,
    summary: 'Use a code for an order, once for the order; a code never holds for more uses than it has',
    ...WRITE,
    form: { exempt: ['package_name', 'code', 'customer', 'publisher', 'referrer', 'order_id'] },
    body: z.strictObject({
      ...order,
      order_id: z.string().trim().min(1, 'Please give the order').max(200),
      publisher: z.string().trim().max(500).default(''),
      referrer: z.string().trim().max(2_000).default(''),
    }),
    response: envelope(verdict),
  }),
  void: endpoint({
    method: 'POST',
    path: `${BASE}/void`,
    summary: 'A code holds no more; later uses of it are misuse',
    ...WRITE,
    form: { exempt: ['package_name', 'code'] },
    body: z.strictObject({ package_name: packageName, code }),
    response: envelope(z.object({ code: z.string() })),
  }),
  upload: endpoint({
    method: 'PUT',
    path: `${BASE}/file`,
    summary:
      'Take uses from a CSV or XLSX of at most 20,000 lines and 5 MB: code, used_at, order_id, publisher, referrer, country, customer, amount',
    ...WRITE,
    query: z.strictObject({ package_name: packageName, file_name: z.string().min(1).max(255) }),
    upload: true,
    response: envelope(taken),
  }),
  setState: endpoint({
    method: 'POST',
    path: `${BASE}/state`,
    summary: 'Confirm misuse, dismiss it, or take that back',
    ...WRITE,
    form: { exempt: ['package_name'] },
    body: z.strictObject({
      package_name: packageName,
      ids: z.array(useId).min(1).max(500),
      state: z.enum(SET_STATES),
    }),
    response: envelope(z.object({ changed: count })),
  }),
  ticket: endpoint({
    method: 'POST',
    path: `${BASE}/:id/ticket`,
    summary: 'A ticket of a misused coupon with its evidence',
    access: 'ticket.write',
    pages: PAGES,
    params: z.strictObject({ id: useId }),
    form: { exempt: ['description'] },
    body: z.strictObject({
      priority: z.enum(PRIORITIES).default('Medium'),
      description: prose(2_000).default(''),
    }),
    response: envelope(z.object({ ticket_id: count, incident_id: count })),
  }),
};
