import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { LINK_MODES, RULE_ACTIONS } from './kinds.ts';
import { choice, id, ofKind, ofPackage, packageName } from './named.ts';

const step = z.object({
  /** What the campaign itself takes, the signature, the place, or the rule of this number. */
  step: z.enum(['campaign_state', 'campaign_country', 'campaign_system', 'signature', 'place', 'rule']),
  rule_id: z.number().int().nullable(),
  name: z.string(),
  /** What it looked at: the field and what it found there. */
  field: z.string(),
  found: z.string(),
  holds: z.boolean(),
  /** Why it could not be asked: without a link there is no signature, and nobody counts what never came. */
  not_asked: z.enum(['no_link', 'not_counted']).nullable(),
  action: z.enum(RULE_ACTIONS).nullable(),
});
export type Step = z.infer<typeof step>;

export const testBody = z.strictObject({
  package_name: packageName,
  campaign_id: id.nullable().default(null),
  /** A link as it was followed. */
  address: z.string().max(4_000).default(''),
  /** A recorded request: lines `Name: value` after that of the request, a command line of curl, or a HAR file. */
  headers: z.string().max(200_000).default(''),
  ip: z.union([z.literal(''), z.ipv4(), z.ipv6()]).default(''),
  user_agent: z.string().max(2_000).default(''),
  /** Against what is written, or what is in force. */
  rules: z.enum(['written', 'in_force']).default('written'),
});

const tested = z.object({
  action: z.enum(RULE_ACTIONS),
  reason: z.string(),
  steps: z.array(step),
  /** What a real request is held against beside these checks, and this one was not. */
  not_looked_at: z.array(z.enum(['campaign', 'publisher', 'dates', 'caps', 'verdict'])),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Tested = z.infer<typeof tested>;

const linkMade = z.object({
  url: z.string(),
  mode: z.enum(LINK_MODES),
  expires_at: z.string(),
  key_id: z.string(),
  /** Of the publisher's server, for links it signs itself: those that name this publisher, and no others. */
  secret: z.string().nullable(),
  /** An image of one dot, for impressions. */
  pixel: z.string().nullable(),
  samples: z.array(z.object({ language: z.string(), code: z.string() })),
});
export type LinkMade = z.infer<typeof linkMade>;

export const linkBody = z.strictObject({
  package_name: packageName,
  campaign_id: id,
  publisher_id: id,
  mode: z.enum(LINK_MODES).default('static'),
  /** How long a static link holds. */
  days: z.number().int().min(1).max(730).default(365),
});

export const linkEndpoints = {
  test: endpoint({
    method: 'POST',
    path: '/api/integrity/:kind/test',
    summary: 'Send a link, headers or an address through the checks, step by step; writes nothing',
    access: 'tracking.read',
    params: ofKind,
    body: testBody,
    response: envelope(tested),
  }),
  url: endpoint({
    method: 'POST',
    path: '/api/integrity/:kind/url',
    summary: 'A signed link of a campaign for a publisher, or the key with which this publisher signs its own',
    access: 'tracking.write',
    params: ofKind,
    body: linkBody,
    response: envelope(linkMade),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/integrity/:kind/url',
    summary: 'Campaigns and publishers links can be made for, and the keys that sign them',
    access: 'tracking.read',
    params: ofKind,
    query: ofPackage,
    response: envelope(
      z.object({
        /** `signed_only`: links without a signature are refused. */
        campaigns: z.array(choice.extend({ signed_only: z.boolean() })),
        publishers: z.array(choice),
        keys: z.array(
          z.object({
            key_id: z.string(),
            /** False for a key of before, whose one secret all publishers share: it signs no new links. */
            per_publisher: z.boolean(),
            made_at: z.string(),
            ends_at: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/integrity/keys',
    summary: 'A new key for signed links; the one before holds for 36 hours more',
    access: 'tracking.write',
    body: ofPackage,
    response: envelope(z.object({ key_id: z.string() })),
  }),
};
