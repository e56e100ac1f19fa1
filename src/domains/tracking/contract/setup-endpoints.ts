import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { amount, campaignEdit, campaignView, eventName, newCampaign, webAddress } from './campaign.ts';
import { CAP_METRICS, CAP_PERIODS, MACROS, OVER_ACTIONS, PAY_MODELS } from './terms.ts';

const packageName = z.string().min(1).max(200);
const id = z.number().int().positive();
const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const asked = z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery });
/** A page of a list, searched or not. */
export type ListAsked = z.infer<typeof asked>;
const gone = envelope(z.object({ id: z.number().int() }));
const choice = z.object({ id: z.number().int(), name: z.string() });

const BASE = '/api/mtrackit';

export const campaignEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/campaign`,
    summary: 'Campaigns with links of their own',
    access: 'tracking.read',
    query: asked,
    response: pagedEnvelope(campaignView),
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/campaign/:id`,
    summary: 'A campaign with all its settings',
    access: 'tracking.read',
    params,
    response: envelope(campaignView),
  }),
  /** The secret of its postbacks is in this answer and nowhere else. */
  add: endpoint({
    method: 'POST',
    path: `${BASE}/campaign`,
    summary: 'A campaign, with the link its clicks come by',
    access: 'tracking.write',
    form: { exempt: ['package_name', 'landing_page', 'allowed_hosts', 'events', 'overrides'] },
    body: newCampaign,
    response: envelope(campaignView.extend({ postback_secret: z.string() })),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/campaign/:id`,
    summary: 'Settings of a campaign; its names stay',
    access: 'tracking.write',
    params,
    form: { exempt: ['landing_page', 'allowed_hosts', 'events', 'overrides'] },
    body: campaignEdit,
    response: envelope(campaignView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/campaign/:id`,
    summary: 'End a campaign: its links record nothing more, what they recorded stays',
    access: 'tracking.write',
    params,
    response: gone,
  }),
  newSecret: endpoint({
    method: 'POST',
    path: `${BASE}/campaign/:id/secret`,
    summary: 'A new secret for the postbacks of a campaign; the one before ends at once',
    access: 'tracking.write',
    params,
    response: envelope(z.object({ postback_secret: z.string() })),
  }),
  choices: endpoint({
    method: 'GET',
    path: `${BASE}/v2campaign_add_details`,
    summary: 'What the form of a campaign offers',
    access: 'tracking.read',
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({
        publishers: z.array(choice),
        landing_pages: z.array(choice),
        campaigns: z.array(choice),
        /** Names of events in the newest 30 days of data, and of goals of other campaigns. */
        events: z.array(z.string()),
        agencies: z.array(z.string()),
        payout_models: z.array(z.enum(PAY_MODELS)),
        macros: z.array(z.enum(MACROS)),
        time_zone: z.string(),
        currency: z.string(),
      }),
    ),
  }),
};

const publisherFields = {
  email: z.union([z.literal(''), z.email().max(200)]).default(''),
  status: z.enum(['active', 'paused', 'ended']).default('active'),
  postback_url: z.union([z.literal(''), webAddress]).default(''),
  postback_events: z.array(eventName).max(50).default([]),
  sub_required: z.boolean().default(false),
};

export const trackingPublisher = z.object({
  id,
  package_name: z.string(),
  name: z.string(),
  ...publisherFields,
  /** What links call it. */
  key: z.string(),
  /** Macros of the address that nobody knows: they go out as they stand. */
  unknown_macros: z.array(z.string()),
  updated_at: z.string(),
});
export type TrackingPublisher = z.infer<typeof trackingPublisher>;

export const trackingPublisherEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/publisher`,
    summary: 'Publishers of the register, with what they are told of conversions',
    access: 'tracking.read',
    query: asked,
    response: pagedEnvelope(trackingPublisher),
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/publisher/:id`,
    summary: 'A publisher, with what it is told of conversions',
    access: 'tracking.read',
    params,
    response: envelope(trackingPublisher),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/publisher_add`,
    summary: 'A publisher for links; one of the register of that name is taken up',
    access: 'tracking.write',
    form: { exempt: ['package_name', 'email', 'postback_url', 'postback_events'] },
    body: z.strictObject({
      package_name: packageName,
      name: safeText(200).min(1, 'Please name the publisher'),
      ...publisherFields,
    }),
    response: envelope(trackingPublisher),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/publisher/:id`,
    summary: 'What a publisher is told of conversions',
    access: 'tracking.write',
    params,
    form: { exempt: ['email', 'postback_url', 'postback_events'] },
    body: z.strictObject(publisherFields),
    response: envelope(trackingPublisher),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/publisher/:id`,
    summary: 'Take a publisher out of tracking; in the register it stays',
    access: 'tracking.write',
    params,
    response: gone,
  }),
};

const capFields = {
  metric: z.enum(CAP_METRICS).default('conversions'),
  period: z.enum(CAP_PERIODS).default('daily'),
  /** 0 is none (TUNE, Everflow). */
  limit: amount,
  action: z.enum(OVER_ACTIONS).nullable().default(null),
};

export const cap = z.object({
  id,
  package_name: z.string(),
  campaign_id: id,
  campaign: z.string(),
  publisher_id: id.nullable(),
  publisher: z.string(),
  event: z.string().nullable(),
  ...capFields,
  /** Used up of it in the period that runs. */
  used: z.string(),
  created_by: z.string(),
});
export type Cap = z.infer<typeof cap>;

export const cappingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/capping`,
    summary: 'Cappings, with how much of each is used up',
    access: 'tracking.read',
    query: asked,
    response: pagedEnvelope(cap),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/capping`,
    summary: 'A capping of a campaign, or of one publisher or event of it',
    access: 'tracking.write',
    body: z.strictObject({
      campaign_id: id,
      publisher_id: id.nullable().default(null),
      event: eventName.nullable().default(null),
      ...capFields,
    }),
    response: envelope(cap),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/capping/:id`,
    summary: 'Limit and action of a capping',
    access: 'tracking.write',
    params,
    body: z.strictObject({ limit: capFields.limit, action: capFields.action }),
    response: envelope(cap),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/capping/:id`,
    summary: 'Take a capping away',
    access: 'tracking.write',
    params,
    response: gone,
  }),
};

const landingFields = {
  name: safeText(120).min(1),
  url: webAddress,
  status: z.enum(['active', 'paused']).default('active'),
};

export const landingPage = z.object({
  id,
  package_name: z.string(),
  ...landingFields,
  /** Names of the campaigns that send clicks there. */
  campaigns: z.array(z.string()),
  unknown_macros: z.array(z.string()),
  updated_at: z.string(),
});
export type LandingPage = z.infer<typeof landingPage>;

export const landingPageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/landing_page`,
    summary: 'Landing pages of a package',
    access: 'tracking.read',
    query: asked,
    response: pagedEnvelope(landingPage),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/landing_page`,
    summary: 'A landing page that campaigns may send clicks to',
    access: 'tracking.write',
    form: { exempt: ['package_name', 'url'] },
    body: z.strictObject({ package_name: packageName, ...landingFields }),
    response: envelope(landingPage),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/landing_page/:id`,
    summary: 'Name, address and state of a landing page',
    access: 'tracking.write',
    params,
    form: { exempt: ['url'] },
    body: z.strictObject(landingFields),
    response: envelope(landingPage),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/landing_page/:id`,
    summary: 'Delete a landing page; campaigns that used it go on with their others',
    access: 'tracking.write',
    params,
    response: gone,
  }),
  choices: endpoint({
    method: 'GET',
    path: `${BASE}/landing_page_add_details`,
    summary: 'What the form of a landing page offers',
    access: 'tracking.read',
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({ campaigns: z.array(choice), macros: z.array(z.enum(MACROS)), hosts: z.array(z.string()) }),
    ),
  }),
};
