import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { numbered } from './bank.ts';

const packageName = z.string().min(1).max(200);

/** Where the accounts of advertisers lie. */
export const AD_PLATFORMS = [
  'google_ads',
  'dv360',
  'campaign_manager',
  'meta',
  'tiktok',
  'microsoft',
  'amazon',
  'apple_search_ads',
  'appsflyer',
  'adjust',
  'branch',
  'kochava',
  'singular',
  'other',
] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

/**
 * How accounts are written where the platform says so: Google Ads ten digits with or without hyphens (Google Ads Help,
 * "Find your customer ID"), Meta digits, also behind `act_`; of the others only those that number them.
 */
const ACCOUNT_FORMS: Partial<Record<AdPlatform, RegExp>> = {
  google_ads: /^(\d{10}|\d{3}-\d{3}-\d{4})$/,
  dv360: /^\d{1,20}$/,
  campaign_manager: /^\d{1,20}$/,
  meta: /^(act_)?\d{5,20}$/,
  tiktok: /^\d{10,25}$/,
  apple_search_ads: /^\d{1,20}$/,
};

export const newLinkedAccount = z
  .strictObject({
    package_name: packageName,
    platform: z.enum(AD_PLATFORMS),
    account_id: safeText(100).min(2, 'Please give the id of the account'),
    name: safeText(120).min(2, 'Please give a name'),
    note: safeText(300).default(''),
  })
  .refine(({ platform, account_id: id }) => ACCOUNT_FORMS[platform]?.test(id) ?? true, {
    path: ['account_id'],
    message: 'Accounts of this platform are not written like this',
  });

export const packageSummary = z.object({
  package_name: z.string(),
  title: z.string(),
  platform: z.enum(['web', 'app']),
  active: z.boolean(),
  /** People who may see the package, administrators aside. */
  users: z.number().int(),
  /** Events of the days asked for. */
  events: z.number().int(),
  fraud: z.number().int(),
  reports: z.number().int(),
  accounts: z.number().int(),
});
export type PackageSummary = z.infer<typeof packageSummary>;

export const linkedAccountView = z.object({
  id: z.number().int(),
  platform: z.enum(AD_PLATFORMS),
  account_id: z.string(),
  name: z.string(),
  note: z.string(),
  linked_by: z.string(),
  linked_at: z.string(),
});
export type LinkedAccountView = z.infer<typeof linkedAccountView>;

const TOOLS = '/api/web-bi/tools';
const linked = { access: 'package.read', pages: ['linked-accounts'] } as const;

export const accountEndpoints = {
  summary: endpoint({
    method: 'GET',
    path: `${TOOLS}/account_summary`,
    summary: 'Packages of the caller with their people, their traffic in these days, their reports and linked accounts',
    access: 'package.read',
    pages: ['account-summary'],
    query: z.strictObject({ package_name: packageName.optional(), ...dateRangeQuery }),
    response: envelope(z.array(packageSummary)),
  }),
  list: endpoint({
    method: 'GET',
    path: `${TOOLS}/linked_accounts`,
    summary: 'Accounts of ad platforms and measurement partners linked to a package',
    ...linked,
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(linkedAccountView),
  }),
  link: endpoint({
    method: 'POST',
    path: `${TOOLS}/linked_accounts`,
    summary: 'Link an account to a package',
    ...linked,
    access: 'rules.write',
    form: { exempt: ['package_name'] },
    body: newLinkedAccount,
    response: envelope(linkedAccountView),
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: `${TOOLS}/linked_accounts/:id`,
    summary: 'Unlink an account from its package',
    ...linked,
    access: 'rules.write',
    params: numbered,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};
