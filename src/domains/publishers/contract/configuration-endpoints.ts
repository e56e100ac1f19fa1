import { z } from 'zod';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { REASON_GROUP_IDS, REASON_ORDER } from '#traffic/event/contract/reasons.ts';
import { MAX_PREVIEW_DAYS, PREVIEW_DAYS, replayResult } from '#traffic/rule-sets/contract/replay.ts';
import { ruleId } from '#traffic/rule-sets/contract/rule-set.ts';

const packageName = z.string().min(1).max(200);
const publisher = z.string().min(1).max(500);
const count = z.number().int();
const dashboardType = z.enum(DASHBOARD_TYPES);

/** `flag` makes what it finds suspect, `block` fraud. */
export const ACTIONS = ['flag', 'block'] as const;

export const configurationName = safeText(100).min(3, 'Please name the configuration');

/** PCFG-ENT-01. */
const key = {
  package_name: packageName,
  publisher,
  dashboard_type: dashboardType,
  configuration_name: configurationName,
};

const chosen = {
  /** Group of reasons (`clk`). */
  fraud_category: z.enum(REASON_GROUP_IDS),
  /** Reason (`clk.flooding`). */
  fraud_sub_category: z.enum(REASON_ORDER),
  /** The rule of the product that looks for it. */
  variation: ruleId,
  /** In place of its first limit, in the unit of that; its own when left out. */
  threshold: z.number().finite().nullable().optional(),
  action: z.enum(ACTIONS),
  active: z.boolean().default(true),
};

export const configurationBody = z.strictObject({ ...key, ...chosen }).meta({ id: 'PublisherConfiguration' });
export type NewConfiguration = z.infer<typeof configurationBody>;

export const configurationView = z.object({
  package_name: z.string(),
  publisher: z.string(),
  dashboard_type: dashboardType,
  configuration_name: z.string(),
  fraud_category: z.string(),
  fraud_sub_category: z.string(),
  variation: z.string(),
  threshold: z.number().nullable(),
  /** What it is counted in; null without one. */
  threshold_unit: z.string().nullable(),
  /** `mark` and `on`: as the rules page has it, which has more than two actions. */
  action: z.enum([...ACTIONS, 'mark', 'on']),
  active: z.boolean(),
  /** `rules`: a setting or a rule of this publisher made on the page of the rules, where it is changed. */
  made_on: z.enum(['configuration', 'rules']),
  /** The rule of the package that it is: `custom.…`, or the rule of the product that treats the publisher apart. */
  rule: z.string(),
  /** Events it decides in the newest 30 days of data. */
  events: count,
  created_by: z.string(),
  created_at: z.string().nullable(),
});
export type ConfigurationView = z.infer<typeof configurationView>;

const ofPackage = { package_name: packageName, dashboard_type: dashboardType.optional() };

const category = z.object({ fraud_category: z.string(), label: z.string(), events: count });
const subCategory = z.object({
  fraud_sub_category: z.string(),
  fraud_category: z.string(),
  label: z.string(),
  events: count,
});
export const variationView = z.object({
  variation: z.string(),
  label: z.string(),
  fraud_sub_category: z.string(),
  dashboard_types: z.array(dashboardType),
  threshold: z
    .object({ label: z.string(), unit: z.string(), min: z.number(), max: z.number(), value: z.number() })
    .nullable(),
  events: count,
});
export type VariationView = z.infer<typeof variationView>;

const saved = z.object({ version: count, rule: z.string() });
const read = {
  access: 'rules.read',
  pages: ['publisher-configurations', 'publisher-configuration-add', 'publisher-configuration'],
} as const;
const write = { access: 'rules.write', pages: read.pages } as const;
const listQuery = z.strictObject({ ...ofPackage, search: searchText.optional(), ...pageQuery });
const table = pagedEnvelope(configurationView);
const form = { exempt: ['package_name', 'publisher'] } as const;

const BASE = '/api/web-bi/publisher_config';

/** What of the pages is counted when it is clicked. */
export const CLICKS = ['add', 'open', 'open_rules', 'switch_on', 'switch_off', 'delete'] as const;

export const configurationClick = z.strictObject({
  package_name: packageName,
  action: z.enum(CLICKS),
  publisher: z.string().max(500).default(''),
  dashboard_type: z.union([z.literal(''), dashboardType]).default(''),
  configuration_name: safeText(100).default(''),
});

/** Configurations of publishers, of web and app packages alike. */
export const configurationEndpoints = {
  all: endpoint({
    method: 'GET',
    path: `${BASE}/all`,
    summary: 'Every configuration of a publisher that a package has',
    ...read,
    query: z.strictObject(ofPackage),
    response: envelope(z.array(configurationView)),
  }),
  table: endpoint({
    method: 'GET',
    path: `${BASE}/config`,
    summary: 'Configurations of publishers, a page of them',
    ...read,
    query: listQuery,
    response: table,
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/getone`,
    summary: 'One configuration by its key',
    ...read,
    query: z.strictObject(key),
    response: envelope(configurationView),
  }),
  types: endpoint({
    method: 'GET',
    path: `${BASE}/dashboard_type`,
    summary: 'Types of dashboards a package has',
    ...read,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(dashboardType)),
  }),
  categories: endpoint({
    method: 'GET',
    path: `${BASE}/fraud_categories`,
    summary: 'Categories of fraud that can be configured, with the events of each in the newest 30 days of data',
    ...read,
    query: z.strictObject(ofPackage),
    response: envelope(z.array(category)),
  }),
  subCategories: endpoint({
    method: 'GET',
    path: `${BASE}/fraud_sub_categories`,
    summary: 'Sub-categories of fraud that can be configured, with the events of each in the newest 30 days of data',
    ...read,
    query: z.strictObject({ ...ofPackage, fraud_category: z.string().min(1).max(64).optional() }),
    response: envelope(z.array(subCategory)),
  }),
  variations: endpoint({
    method: 'GET',
    path: `${BASE}/variations`,
    summary: 'Rules that look for a sub-category of fraud, with the limit that can be set',
    ...read,
    query: z.strictObject({ ...ofPackage, fraud_sub_category: z.string().min(1).max(64).optional() }),
    response: envelope(z.array(variationView)),
  }),
  webEventVariations: endpoint({
    method: 'GET',
    path: `${BASE}/variations/Web_Event`,
    summary: 'Rules that look at events of a website',
    ...read,
    query: z.strictObject({ package_name: packageName, fraud_sub_category: z.string().min(1).max(64).optional() }),
    response: envelope(z.array(variationView)),
  }),
  click: endpoint({
    method: 'POST',
    path: `${BASE}/analytics_click`,
    summary: 'Counts what was clicked on the pages of configurations, without who did; sent on where a host is set',
    ...read,
    whileViewing: true,
    form,
    body: configurationClick,
    response: envelope(z.object({ id: count })),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${BASE}/preview`,
    summary: 'What a configuration would have changed on stored events; writes nothing',
    ...write,
    whileViewing: true,
    form,
    body: configurationBody.extend({ days: z.number().int().min(1).max(MAX_PREVIEW_DAYS).default(PREVIEW_DAYS) }),
    response: envelope(replayResult),
  }),
  save: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'A new configuration of a publisher: judges what comes from now on, and what was stored is kept',
    ...write,
    form,
    body: configurationBody,
    response: envelope(saved),
  }),
  change: endpoint({
    method: 'PUT',
    path: BASE,
    summary: 'Another threshold or action of a configuration, or switch it off and on',
    ...write,
    form,
    body: configurationBody,
    response: envelope(saved),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: BASE,
    summary: 'Remove one configuration by its key',
    ...write,
    query: z.strictObject(key),
    response: envelope(saved),
  }),
};

const APP = '/api/web-bi/appfraud';

/** The same of apps under their older paths. */
export const appConfigurationEndpoints = {
  all: endpoint({
    method: 'GET',
    path: `${APP}/publisherConfig`,
    summary: 'Configurations of publishers of an app',
    ...read,
    deprecated: true,
    query: z.strictObject(ofPackage),
    response: envelope(z.array(configurationView)),
  }),
  v1: endpoint({
    method: 'GET',
    path: `${APP}/publisherConfig/v1`,
    summary: 'Configurations of publishers of an app, a page of them',
    ...read,
    deprecated: true,
    query: listQuery,
    response: table,
  }),
  one: endpoint({
    method: 'GET',
    path: `${APP}/publisher_report_config/one`,
    summary: 'One configuration of an app by its key',
    ...read,
    deprecated: true,
    query: z.strictObject(key),
    response: envelope(configurationView),
  }),
  table: endpoint({
    method: 'GET',
    path: `${APP}/publisher_report_config/table`,
    summary: 'Configurations of publishers of an app, a page of them',
    ...read,
    deprecated: true,
    query: listQuery,
    response: table,
  }),
  subCategories: endpoint({
    method: 'GET',
    path: `${APP}/publisher_report_config/fraud_sub_category/:type`,
    summary: 'Sub-categories of fraud of installs or of events',
    ...read,
    deprecated: true,
    params: z.strictObject({ type: z.enum(['install', 'event']) }),
    query: z.strictObject({ package_name: packageName, fraud_category: z.string().min(1).max(64).optional() }),
    response: envelope(z.array(subCategory)),
  }),
  variations: endpoint({
    method: 'GET',
    path: `${APP}/publisher_report_config/variation/:type`,
    summary: 'Rules that look at installs or at events',
    ...read,
    deprecated: true,
    params: z.strictObject({ type: z.enum(['install', 'event']) }),
    query: z.strictObject({ package_name: packageName, fraud_sub_category: z.string().min(1).max(64).optional() }),
    response: envelope(z.array(variationView)),
  }),
  save: endpoint({
    method: 'POST',
    path: `${APP}/publisher_report_config`,
    summary: 'A new configuration of a publisher of an app',
    ...write,
    deprecated: true,
    form,
    body: configurationBody,
    response: envelope(saved),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${APP}/publisher_report_config`,
    summary: 'Remove one configuration of an app by its key',
    ...write,
    deprecated: true,
    query: z.strictObject(key),
    response: envelope(saved),
  }),
};
