import { z } from 'zod';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { prose } from '#platform/contract/prose.ts';
import { searchText } from '#platform/contract/search-text.ts';
import {
  AD_STATES,
  AD_VIEWS,
  adView,
  MOST_ADS,
  PARTY_KINDS,
  partyView,
  SET_STATES,
  STRANGERS,
  seenAd,
} from './search-ad.ts';

const packageName = z.string().min(1).max(200);
const count = z.number().int();
const adId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
const ofView = z.strictObject({ view: z.enum(AD_VIEWS) });

const PAGES = ['adword-affiliate', 'adword-competitor', 'keyword-bidding'] as const;
const READ = { access: 'rules.read', pages: PAGES } as const;
const WRITE = { access: 'rules.write', pages: PAGES } as const;

const filters = {
  package_name: packageName,
  ...dateRangeQuery,
  keyword: z.string().max(200).optional(),
  state: z.enum(AD_STATES).optional(),
  search: searchText.optional(),
};

/** An affiliate id with what it was seen doing, and what is at risk. */
const affiliateSum = z.object({
  network: z.string(),
  affiliate_id: z.string(),
  publisher: z.string(),
  ads: count,
  violations: count,
  hijacks: count,
  keywords: z.array(z.string()),
  first_seen: z.string(),
  last_seen: z.string(),
  /** Of the publisher in these days; null where nobody has said which one it is. */
  orders: count.nullable(),
  /** Currency → decimal text: what the publisher's events of these days cost. */
  commission: z.record(z.string(), z.string()).nullable(),
});
export type AffiliateSum = z.infer<typeof affiliateSum>;

/** A domain that is neither own nor a partner's. */
const competitorSum = z.object({
  domain: z.string(),
  classification: z.enum(STRANGERS),
  ads: count,
  /** Of all ads seen in these days, 0 to 1. */
  share: z.number(),
  keywords: z.array(z.string()),
  best_position: count.nullable(),
  first_seen: z.string(),
  last_seen: z.string(),
});
export type CompetitorSum = z.infer<typeof competitorSum>;

/** What became of rows that were sent. */
export const taken = z.object({
  rows: count,
  added: count,
  /** Sent before. */
  there: count,
  /** The first of those that were refused: the line of the file, and why. */
  errors: z.array(z.object({ row: count, field: z.string(), reason: z.string() })),
});
export type Taken = z.infer<typeof taken>;

const BASE = '/api/adword/:view';

export const adEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Ads seen on searches for the names of the brand: of affiliates, or of competitors and strangers',
    ...READ,
    params: ofView,
    query: z.strictObject({ ...filters, ...pageQuery }),
    response: pagedEnvelope(adView),
  }),
  affiliates: endpoint({
    method: 'GET',
    path: '/api/adword/affiliate/summary',
    summary: 'Affiliate ids with their violations, hijacked ads and the commission at risk',
    ...READ,
    query: z.strictObject({ package_name: packageName, ...dateRangeQuery }),
    response: envelope(z.array(affiliateSum)),
  }),
  competitors: endpoint({
    method: 'GET',
    path: '/api/adword/competitor/summary',
    summary: 'Domains that advertise on the names of the brand, with their share of the ads seen',
    ...READ,
    query: z.strictObject({ package_name: packageName, ...dateRangeQuery }),
    response: envelope(z.array(competitorSum)),
  }),
  add: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Tell of ads that were seen; each is sorted by its addresses, and the same twice is one',
    ...WRITE,
    params: ofView,
    form: { exempt: ['package_name', 'ads'] },
    body: z.strictObject({ package_name: packageName, ads: z.array(seenAd).min(1).max(MOST_ADS) }),
    response: envelope(taken),
  }),
  upload: endpoint({
    method: 'PUT',
    path: `${BASE}/file`,
    summary:
      'Take ads from a CSV or XLSX of at most 20,000 lines and 5 MB: keyword, country, device, observed_at, position, advertiser, display_url, final_url, redirect_chain, capture_url, note',
    ...WRITE,
    params: ofView,
    query: z.strictObject({ package_name: packageName, file_name: z.string().min(1).max(255) }),
    upload: true,
    response: envelope(taken),
  }),
  setState: endpoint({
    method: 'POST',
    path: `${BASE}/state`,
    summary: 'Confirm ads, dismiss them, or take that back; those in a ticket stay as they are',
    ...WRITE,
    params: ofView,
    form: { exempt: ['package_name'] },
    body: z.strictObject({
      package_name: packageName,
      ids: z.array(adId).min(1).max(500),
      state: z.enum(SET_STATES),
    }),
    response: envelope(z.object({ changed: count })),
  }),
  ticket: endpoint({
    method: 'POST',
    path: `${BASE}/:id/ticket`,
    summary: 'A ticket of an ad, with all others of the same affiliate or domain in these days if wished',
    access: 'ticket.write',
    pages: PAGES,
    params: ofView.extend({ id: adId }),
    form: { exempt: ['description'] },
    body: z.strictObject({
      ...dateRangeQuery,
      with_others: z.boolean().default(false),
      priority: z.enum(PRIORITIES).default('Medium'),
      description: prose(2_000).default(''),
    }),
    response: envelope(z.object({ ticket_id: count, incident_id: count, ads: count })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Remove an ad that was told by mistake; one that stands in a ticket stays',
    ...WRITE,
    params: ofView.extend({ id: adId }),
    response: envelope(z.object({ id: count })),
  }),
};

export const newParty = z.strictObject({
  package_name: packageName,
  kind: z.enum(PARTY_KINDS),
  value: z.string().trim().min(1, 'Please give a word, a domain or an affiliate id').max(253),
  publisher: z.string().trim().max(500).default(''),
});

export const partyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/adword/parties',
    summary: 'Protected words, and the domains and affiliate ids that are known to be somebody’s',
    ...READ,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(partyView)),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/adword/parties',
    summary: 'Say whose a domain or an affiliate id is, or protect a word; ads seen before are sorted again',
    ...WRITE,
    form: { exempt: ['package_name', 'value', 'publisher'] },
    body: newParty,
    response: envelope(partyView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/adword/parties/:id',
    summary: 'Take that back; ads seen before are sorted again',
    ...WRITE,
    params: z.strictObject({ id: rowId }),
    response: envelope(z.object({ id: count })),
  }),
};

export const biddingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/keyword_bidding',
    summary: 'All ads seen on the keywords of the brand, whoever’s they are',
    ...READ,
    query: z.strictObject({ ...filters, ...pageQuery }),
    response: pagedEnvelope(adView),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/keyword_bidding/download',
    summary: 'The same rows as CSV or XLSX, all of them with their evidence',
    ...READ,
    query: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    response: fileBody,
    answer: 'file',
  }),
};
