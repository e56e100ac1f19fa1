import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';

const packageName = z.string().min(1).max(200);

export const PUBLISHER_STATES = ['active', 'paused', 'ended'] as const;

const details = {
  contact: safeText(120),
  email: z.union([z.literal(''), z.email().max(200)]),
  status: z.enum(PUBLISHER_STATES),
  notes: safeText(2_000),
};

export const newPublisher = z.strictObject({
  package_name: packageName,
  /** As the traffic names it. */
  publisher: z.string().trim().min(1, 'Please name the publisher').max(500),
  contact: details.contact.default(''),
  email: details.email.default(''),
  status: details.status.default('active'),
  notes: details.notes.default(''),
});
export type NewPublisher = z.infer<typeof newPublisher>;

/** What is not said stays. */
export const publisherEdit = z.strictObject(details).partial();
export type PublisherEdit = z.infer<typeof publisherEdit>;

export const publisherView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  publisher: z.string(),
  contact: z.string(),
  email: z.string(),
  status: z.enum(PUBLISHER_STATES),
  notes: z.string(),
  /** Users whose account is narrowed to it. */
  users: z.array(z.string()),
  /** Events in the newest 30 days of data. */
  events: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PublisherView = z.infer<typeof publisherView>;

const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const BASE = '/api/web-bi/publisher';

export const publisherEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'The register of publishers of a package',
    access: 'rules.read',
    pages: ['publishers'],
    query: z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(publisherView),
  }),
  add: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'A publisher for the register of a package',
    access: 'rules.write',
    pages: ['publishers'],
    form: { exempt: ['package_name', 'publisher', 'email'] },
    body: newPublisher,
    response: envelope(publisherView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/:id`,
    summary: 'Contact, status and notes of a publisher',
    access: 'rules.write',
    pages: ['publishers'],
    params,
    form: { exempt: ['email'] },
    body: publisherEdit,
    response: envelope(publisherView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Take a publisher out of the register; its traffic and what is set for it stay',
    access: 'rules.write',
    pages: ['publishers'],
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};

export const metaCampaignBody = z.strictObject({
  package_name: packageName,
  /** As the traffic names it. */
  campaign: z.string().trim().min(1).max(500),
  ad_account: safeText(120).default(''),
  /** Target of one install in the currency of the package, decimal text. */
  target_cost: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/)
    .nullable()
    .default(null),
  active: z.boolean().default(true),
  notes: safeText(2_000).default(''),
});
export type MetaCampaignBody = z.infer<typeof metaCampaignBody>;

export const metaCampaignView = z.object({
  campaign: z.string(),
  ad_account: z.string(),
  target_cost: z.string().nullable(),
  active: z.boolean(),
  notes: z.string(),
  /** Installs and what they cost in the newest 30 days of data, known bots aside; fraud of them apart. */
  installs: z.number().int(),
  fraud: z.number().int(),
  /** In the currency the events name; null where they name none or several. */
  cost: z.string().nullable(),
  currency: z.string(),
  /** Null for a campaign of the traffic that nothing was written down for. */
  updated_by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type MetaCampaignView = z.infer<typeof metaCampaignView>;

const META = '/api/web-bi/appfraud/meta_campaign/details';

export const metaCampaignEndpoints = {
  table: endpoint({
    method: 'GET',
    path: META,
    summary: 'Meta campaigns of an app: what is written down of each, and what it brought',
    access: 'rules.read',
    pages: ['meta-campaign'],
    query: z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(metaCampaignView),
  }),
  save: endpoint({
    method: 'POST',
    path: META,
    summary: 'Write down the details of a Meta campaign',
    access: 'rules.write',
    pages: ['meta-campaign'],
    form: { exempt: ['package_name', 'campaign', 'target_cost'] },
    body: metaCampaignBody,
    response: envelope(z.object({ campaign: z.string() })),
  }),
};
