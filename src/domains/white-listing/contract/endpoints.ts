import { z } from 'zod';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';

/** What a condition may be about: names and ids of an event, and what it would be called. */
export const RULE_FIELDS = [
  'fraud_category',
  'publisher',
  'sub_publisher',
  'campaign',
  'campaign_id',
  'vendor',
  'channel',
  'placement',
  'creative',
  'system_domain',
  'event_name',
  'carrier',
  'device_model',
  'device_id',
  'user_agent',
  'ip',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

export const OPERATORS = ['is', 'is_not', 'contains', 'starts_with', 'in_network'] as const;
export type Operator = (typeof OPERATORS)[number];

export const ruleName = safeText(100).min(3);

const packageName = z.string().min(1).max(200);
const analysis = z.enum(DASHBOARD_TYPES);
/** WL-ENT-01. */
const key = { package_name: packageName, analysis, rule_name: ruleName };
const count = z.number().int();

const condition = z.strictObject({
  field: z.enum(RULE_FIELDS),
  operator: z.enum(OPERATORS),
  values: z.array(z.string().trim().min(1).max(2_000)).min(1, 'Every condition needs a value').max(1_000),
});
export type RuleCondition = z.infer<typeof condition>;

export const ruleBody = z.strictObject({
  ...key,
  /** All of them hold for what it makes clean. */
  conditions: z.array(condition).min(1, 'Please name what is clean').max(20),
  reason: reasonText,
  /** First and last day covered, in the zone of the package; open when absent. */
  from: isoDate.optional(),
  expires: isoDate.optional(),
  /** The name of the package, for a rule that would clear half of a month. */
  confirm: z.string().max(200).optional(),
});
export type RuleBody = z.infer<typeof ruleBody>;

export const listedRule = z.object({
  id: count,
  package_name: z.string(),
  /** Null: an entry without a name, made from an event or by hand, which is kept on the page of the white list. */
  analysis: analysis.nullable(),
  rule_name: z.string().nullable(),
  conditions: z.array(condition),
  /** What an entry without a name is about. */
  value: z.string(),
  reason: z.string(),
  author: z.string(),
  created_at: z.string(),
  from: z.string().nullable(),
  expires: z.string().nullable(),
  /** Events it makes clean now. */
  events: count,
});
export type ListedRule = z.infer<typeof listedRule>;

const BASE = '/api/web-bi/whitelist';
const PAGES = { access: 'event.judge', pages: ['white-listing', 'white-listing-add', 'white-listing-edit'] } as const;
const ofAnalysis = { package_name: packageName, analysis: analysis.optional() };
const saved = envelope(z.object({ id: count, events: count }));
const form = { exempt: ['package_name', 'conditions', 'confirm'] } as const;

const choices = (name: string, what: string) =>
  endpoint({
    method: 'GET',
    path: `${BASE}/${name}`,
    summary: `${what} in the newest 30 days of data, with their events, the most first`,
    ...PAGES,
    query: z.strictObject({ ...ofAnalysis, search: searchText.optional() }),
    response: envelope(z.array(z.object({ value: z.string(), events: count }))),
  });

export const whiteListingEndpoints = {
  table: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'The white list of a package: named rules and single entries, the newest first',
    ...PAGES,
    query: z.strictObject({
      ...ofAnalysis,
      search: searchText.optional(),
      /** Letter for letter: with the dashboard type it is the key of a rule. */
      rule_name: z.string().min(1).max(100).optional(),
      ...pageQuery,
    }),
    response: z.object({ data: z.array(listedRule), total: count }),
  }),
  fields: endpoint({
    method: 'GET',
    path: `${BASE}/fields`,
    summary: 'What the events of a package can be told by, in the newest 30 days of data',
    ...PAGES,
    query: z.strictObject(ofAnalysis),
    response: envelope(z.array(z.object({ value: z.enum(RULE_FIELDS), events: count }))),
  }),
  categories: choices('fraud_category', 'Categories of fraud'),
  publishers: choices('publisher', 'Publishers'),
  campaigns: choices('campaign', 'Campaigns'),
  subPublishers: choices('sub_publisher', 'Sub-publishers'),
  preview: endpoint({
    method: 'POST',
    path: `${BASE}/preview`,
    summary: 'What a rule would make clean in the newest 30 days of data, and how much of the fraud that is',
    ...PAGES,
    whileViewing: true,
    form,
    body: ruleBody,
    response: envelope(
      z.object({
        events: count,
        fraud: count,
        suspect: count,
        /** Of the package in the same days; what is cleared already counts as what it was cleared of. */
        all_events: count,
        all_fraud: count,
        /** What the whole list would clear with it. */
        cleared_events: count,
        cleared_fraud: count,
        /** Fraud of the dashboard type and the categories the rule names, and what of it the list would clear with it. */
        own_fraud: count,
        own_cleared: count,
      }),
    ),
  }),
  add: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'A rule of the white list: what it names is clean, at once and from then on',
    ...PAGES,
    form,
    body: ruleBody,
    response: saved,
  }),
  edit: endpoint({
    method: 'PUT',
    path: BASE,
    summary: 'Change the rule of that key; what it covered and covers now is judged again',
    ...PAGES,
    form,
    body: ruleBody,
    response: saved,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: BASE,
    summary: 'Remove the rule of that key; what it covered is judged again',
    ...PAGES,
    query: z.strictObject(key),
    response: saved,
  }),
};
