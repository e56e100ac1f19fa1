import { z } from 'zod';
import { calendarDay } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { INTEGRITY_KINDS, LINK_MODES, OPERATORS, RULE_ACTIONS, RULE_FIELD_NAMES, RULE_KINDS } from './kinds.ts';

const packageName = z.string().min(1).max(200);
const id = z.number().int().positive();
const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
const ofKind = z.strictObject({ kind: z.enum(INTEGRITY_KINDS) });
const ofPackage = z.strictObject({ package_name: packageName });
const country = z.string().regex(/^[A-Z]{2}$/, 'Two letters, as in DE');
const choice = z.object({ id: z.number().int(), name: z.string() });

const MOST_VALUES = 200;

export const ruleBody = z.strictObject({
  package_name: packageName,
  name: safeText(120).min(1),
  /** Null for all campaigns of the package. */
  campaign_id: id.nullable().default(null),
  field: z.enum(RULE_FIELD_NAMES),
  operator: z.enum(OPERATORS),
  values: z.array(z.string().trim().min(1).max(200)).max(MOST_VALUES).default([]),
  action: z.enum(RULE_ACTIONS),
  active: z.boolean().default(true),
});
export type RuleBody = z.infer<typeof ruleBody>;

export const ruleView = ruleBody.extend({
  id,
  kind: z.enum(RULE_KINDS),
  campaign: z.string(),
  updated_by: z.string(),
  updated_at: z.string(),
});
export type RuleView = z.infer<typeof ruleView>;

const version = z.object({
  version: z.number().int(),
  rules: z.number().int(),
  note: z.string(),
  published_by: z.string(),
  published_at: z.string(),
});
export type RuleVersion = z.infer<typeof version>;

const ruleList = z.object({
  rules: z.array(ruleView),
  campaigns: z.array(choice),
  /** The newest first; of none nothing is in force. */
  versions: z.array(version),
  /** What is written differs from what is in force. */
  changed: z.boolean(),
});
const gone = envelope(z.object({ id: z.number().int() }));
const published = envelope(z.object({ version: z.number().int() }));
const publishBody = z.strictObject({ package_name: packageName, note: safeText(500).default('') });

const RULES = '/api/integrity/:kind/rules';

export const ruleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: RULES,
    summary: 'Rules of links or pixels as they are written, and the versions that were put in force',
    access: 'tracking.read',
    params: ofKind,
    query: ofPackage,
    response: envelope(ruleList),
  }),
  add: endpoint({
    method: 'POST',
    path: RULES,
    summary: 'Write a rule of links or pixels; it is in force once it is published',
    access: 'tracking.write',
    params: ofKind,
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${RULES}/:id`,
    summary: 'Change a rule of links or pixels as it is written',
    access: 'tracking.write',
    params: z.strictObject({ kind: z.enum(INTEGRITY_KINDS), id: rowId }),
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${RULES}/:id`,
    summary: 'Take a rule of links or pixels away; in force it is until the next version',
    access: 'tracking.write',
    params: z.strictObject({ kind: z.enum(INTEGRITY_KINDS), id: rowId }),
    response: gone,
  }),
  publish: endpoint({
    method: 'POST',
    path: `${RULES}/publish`,
    summary: 'Put the rules in force as they are written',
    access: 'tracking.write',
    params: ofKind,
    form: { exempt: ['package_name'] },
    body: publishBody,
    response: published,
  }),
};

const ACQUISITION = '/api/user_acquisition/rules';

export const acquisitionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: ACQUISITION,
    summary: 'Rules of user acquisition as they are written, and the versions that were put in force',
    access: 'tracking.read',
    query: ofPackage,
    response: envelope(ruleList),
  }),
  one: endpoint({
    method: 'GET',
    path: `${ACQUISITION}/:id`,
    summary: 'A rule of user acquisition',
    access: 'tracking.read',
    params: z.strictObject({ id: rowId }),
    response: envelope(ruleView),
  }),
  add: endpoint({
    method: 'POST',
    path: ACQUISITION,
    summary: 'Write a rule of user acquisition; it is in force once it is published',
    access: 'tracking.write',
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${ACQUISITION}/:id`,
    summary: 'Change a rule of user acquisition as it is written',
    access: 'tracking.write',
    params: z.strictObject({ id: rowId }),
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${ACQUISITION}/:id`,
    summary: 'Take a rule of user acquisition away; in force it is until the next version',
    access: 'tracking.write',
    params: z.strictObject({ id: rowId }),
    response: gone,
  }),
  publish: endpoint({
    method: 'POST',
    path: `${ACQUISITION}/publish`,
    summary: 'Put the rules of user acquisition in force as they are written',
    access: 'tracking.write',
    form: { exempt: ['package_name'] },
    body: publishBody,
    response: published,
  }),
};

const place = z.object({
  campaign_id: z.number().int(),
  campaign: z.string(),
  /** Empty allows all. */
  countries: z.array(z.string()),
  /** Requests of the newest 30 days of data by country of the address, most first. */
  observed: z.array(z.object({ country: z.string(), requests: z.number().int(), allowed: z.boolean() })),
  outside: z.number().int(),
  total: z.number().int(),
  updated_by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type Place = z.infer<typeof place>;

const PLACES = '/api/integrity/:kind/geo_location';

export const placeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: PLACES,
    summary: 'Countries each campaign allows, beside those its requests come from',
    access: 'tracking.read',
    params: ofKind,
    query: ofPackage,
    response: envelope(z.array(place)),
  }),
  save: endpoint({
    method: 'PUT',
    path: PLACES,
    summary: 'Countries a campaign allows',
    access: 'tracking.write',
    params: ofKind,
    body: z.strictObject({ campaign_id: id, countries: z.array(country).max(250) }),
    response: envelope(z.object({ campaign_id: z.number().int(), countries: z.array(z.string()) })),
  }),
};

const step = z.object({
  /** signature, place, or the rule of this number. */
  step: z.enum(['signature', 'place', 'rule']),
  rule_id: z.number().int().nullable(),
  name: z.string(),
  /** What it looked at: the field and what it found there. */
  field: z.string(),
  found: z.string(),
  holds: z.boolean(),
  action: z.enum(RULE_ACTIONS).nullable(),
});
export type Step = z.infer<typeof step>;

export const testBody = z.strictObject({
  package_name: packageName,
  campaign_id: id.nullable().default(null),
  /** A link as it was followed. */
  address: z.string().max(4_000).default(''),
  /** Lines of a request, `Name: value`; its first line may be that of the request. */
  headers: z.string().max(16_000).default(''),
  ip: z.union([z.literal(''), z.ipv4(), z.ipv6()]).default(''),
  user_agent: z.string().max(2_000).default(''),
  /** Against what is written, or what is in force. */
  rules: z.enum(['written', 'in_force']).default('written'),
});

const tested = z.object({
  action: z.enum(RULE_ACTIONS),
  reason: z.string(),
  steps: z.array(step),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Tested = z.infer<typeof tested>;

const linkMade = z.object({
  url: z.string(),
  mode: z.enum(LINK_MODES),
  expires_at: z.string(),
  key_id: z.string(),
  /** Of the publisher's server, for links it signs itself. */
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
    summary: 'A signed link of a campaign for a publisher, or the key to sign links with',
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
        campaigns: z.array(choice),
        publishers: z.array(choice),
        keys: z.array(z.object({ key_id: z.string(), made_at: z.string(), ends_at: z.string().nullable() })),
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

const reportRow = z.object({
  row_id: z.string(),
  ts: z.string(),
  campaign: z.string(),
  publisher: z.string(),
  sub_publisher: z.string(),
  country: z.string(),
  handling: z.string(),
  handling_reason: z.string(),
  verdict: z.string(),
  reason: z.string(),
});
export type ReportRow = z.infer<typeof reportRow>;

const reportFilters = {
  package_name: packageName,
  start_date: calendarDay.optional(),
  end_date: calendarDay.optional(),
  campaign: z.string().max(200).optional(),
  publisher: z.string().max(500).optional(),
  handling: z.string().max(40).optional(),
  handling_reason: z.string().max(200).optional(),
};

const REPORT = '/api/integrity/:kind/report';

export const reportEndpoints = {
  dashboard: endpoint({
    method: 'GET',
    path: '/api/integrity/:kind/dashboard',
    summary: 'Requests of own links or pixels, what was done with them, and by which check',
    access: 'board.read',
    params: ofKind,
    query: z.strictObject(reportFilters),
    response: envelope(
      z.object({
        total: z.number().int(),
        handlings: z.array(z.object({ handling: z.string(), requests: z.number().int() })),
        reasons: z.array(z.object({ handling_reason: z.string(), requests: z.number().int() })),
        verdicts: z.array(z.object({ verdict: z.string(), requests: z.number().int() })),
      }),
    ),
  }),
  report: endpoint({
    method: 'GET',
    path: REPORT,
    summary: 'Requests of own links or pixels, each with what was done with it and why',
    access: 'event.read',
    params: ofKind,
    query: z.strictObject({ ...reportFilters, ...pageQuery }),
    response: pagedEnvelope(reportRow),
  }),
  download: endpoint({
    method: 'GET',
    path: `${REPORT}/download`,
    summary: 'The same rows as a CSV file, all of them',
    access: 'event.read',
    params: ofKind,
    query: z.strictObject(reportFilters),
    response: fileBody,
    answer: 'file',
  }),
};
