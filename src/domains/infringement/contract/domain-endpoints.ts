import { z } from 'zod';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { prose } from '#platform/contract/prose.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { AD_STATES, SET_STATES } from './search-ad.ts';

/**
 * `free`: nobody has registered it; `registered`: somebody has, without an address; `unreachable`: it has an address and
 * no page; `own`: it leads to the brand; `unknown`: the network or its name servers did not answer.
 */
export const DOMAIN_STATUSES = ['unchecked', 'free', 'registered', 'unreachable', 'live', 'own', 'unknown'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** How a look-alike is made from a name; '' was named by a person. */
export const TECHNIQUES = [
  'omission',
  'repetition',
  'transposition',
  'replacement',
  'homoglyph',
  'hyphen',
  'word',
  'ending',
] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** Of a package. */
export const MOST_DOMAINS = 2_000;

const packageName = z.string().min(1).max(200);
const count = z.number().int();
const rowId = z.coerce.number().int().min(1).max(2_147_483_647);

export const domainView = z.object({
  id: count,
  domain: z.string(),
  /** As it is read, where it holds more than ASCII. */
  shown: z.string(),
  made_from: z.string(),
  technique: z.union([z.enum(TECHNIQUES), z.literal('')]),
  status: z.enum(DOMAIN_STATUSES),
  addresses: z.array(z.string()),
  takes_mail: z.boolean(),
  certificate_issuer: z.string(),
  certificate_until: z.string().nullable(),
  page_title: z.string(),
  leads_to: z.string(),
  names_brand: z.boolean(),
  asks_password: z.boolean(),
  problem: z.string(),
  checked_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  state: z.enum(AD_STATES),
  ticket_id: count.nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type DomainRow = z.infer<typeof domainView>;

export const newDomains = z.strictObject({
  package_name: packageName,
  domains: z.array(z.string().trim().min(1).max(253)).min(1, 'Please give a domain').max(200),
});

const BASE = '/api/web-bi/tools/domains';
const PAGES = ['domain-tracking'] as const;
const READ = { access: 'rules.read', pages: PAGES } as const;
const WRITE = { access: 'rules.write', pages: PAGES } as const;
const id = z.strictObject({ id: rowId });
const added = envelope(z.object({ added: count, there: count }));

export const domainEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Tracked domains with their status and last check; with days those that were added in them',
    ...READ,
    query: z.strictObject({
      package_name: packageName,
      ...dateRangeQuery,
      status: z.enum(DOMAIN_STATUSES).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(domainView),
  }),
  add: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Track domains by their names',
    ...WRITE,
    form: { exempt: ['package_name', 'domains'] },
    body: newDomains,
    response: added,
  }),
  generate: endpoint({
    method: 'POST',
    path: `${BASE}/generate`,
    summary: 'Track names that look like the own ones: typing slips, look-alike letters, other endings, added words',
    ...WRITE,
    form: { exempt: ['package_name'] },
    body: z.strictObject({ package_name: packageName }),
    response: added,
  }),
  check: endpoint({
    method: 'POST',
    path: `${BASE}/check`,
    summary: 'Look at all tracked domains now; it is done in the background',
    ...WRITE,
    form: { exempt: ['package_name'] },
    body: z.strictObject({ package_name: packageName }),
    response: envelope(z.object({ domains: count })),
  }),
  setState: endpoint({
    method: 'POST',
    path: `${BASE}/state`,
    summary: 'Confirm domains, dismiss them, or take that back; those in a ticket stay as they are',
    ...WRITE,
    form: { exempt: ['package_name'] },
    body: z.strictObject({
      package_name: packageName,
      ids: z.array(rowId).min(1).max(500),
      state: z.enum(SET_STATES),
    }),
    response: envelope(z.object({ changed: count })),
  }),
  ticket: endpoint({
    method: 'POST',
    path: `${BASE}/:id/ticket`,
    summary: 'A ticket of a domain with what was found behind it',
    access: 'ticket.write',
    pages: PAGES,
    params: id,
    form: { exempt: ['description'] },
    body: z.strictObject({
      priority: z.enum(PRIORITIES).default('Medium'),
      description: prose(2_000).default(''),
    }),
    response: envelope(z.object({ ticket_id: count, incident_id: count })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Track a domain no longer; a generated one does not come back by itself',
    ...WRITE,
    params: id,
    response: envelope(z.object({ id: count })),
  }),
};
