import { z } from 'zod';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { packageInfo } from '#platform/contract/package-info.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';

export const PLATFORMS = ['web', 'app'] as const;

const timeZones = new Set<string>([...Intl.supportedValuesOf('timeZone'), 'UTC']);
const currencies = new Set<string>(Intl.supportedValuesOf('currency'));

/** What a new package lands on, in order, until somebody changes it. */
export const USUAL_LANDING = {
  web: ['Visit', 'Click', 'Impression', 'Event'],
  app: ['Install', 'App_Event', 'Click'],
} as const satisfies Record<(typeof PLATFORMS)[number], readonly (typeof DASHBOARD_TYPES)[number][]>;

const dashboardType = z
  .array(z.enum(DASHBOARD_TYPES))
  .min(1, 'At least one')
  .max(DASHBOARD_TYPES.length)
  .refine((types) => new Set(types).size === types.length, 'Each once');

const settings = {
  package_title: safeText(120).min(2),
  /** Where the app or site is found: a domain or a store id. */
  domain: safeText(200),
  time_zone: z.string().refine((zone) => timeZones.has(zone), 'Unknown time zone'),
  currency: z.string().refine((code) => currencies.has(code), 'Unknown currency'),
  suspect_counts_as: z.enum(['clean', 'fraud']),
  dashboardType,
  /** A package that is switched off is out of sight for everybody but administrators; its data stay. */
  active: z.boolean(),
};

export const newPackage = z.object({
  /** Identifier used in every call: a domain or a store id. */
  package_name: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]+$/, 'Letters, digits, dot, dash and underscore'),
  package_title: settings.package_title,
  platform: z.enum(PLATFORMS),
  time_zone: settings.time_zone,
  currency: settings.currency,
  /** The name when absent. */
  domain: settings.domain.optional(),
  /** The usual ones of the platform when absent. */
  dashboardType: dashboardType.optional(),
  suspect_counts_as: settings.suspect_counts_as.default('clean'),
  active: z.boolean().default(true),
});

export type NewPackage = z.input<typeof newPackage>;

/** Name and platform stay: rows of traffic carry the one, boards are made for the other. */
export const packageEdit = z.strictObject(settings);

export const packageRow = packageInfo.omit({ newest_day: true, spans: true, filters: true, pages: true }).extend({
  id: z.number().int(),
  domain: z.string(),
  dashboardType: z.array(z.string()),
  active: z.boolean(),
  /** Users the package is mapped to. */
  users: z.number().int(),
  created_at: z.string(),
  version: z.number().int(),
});

export type PackageView = z.infer<typeof packageRow>;

const idParams = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const packages = {
  create: endpoint({
    method: 'POST',
    path: '/api/config/package',
    summary: 'Create a package',
    access: 'package.write',
    body: newPackage,
    response: envelope(packageRow),
  }),
  paged: endpoint({
    method: 'GET',
    path: '/api/config/package',
    summary: 'Packages, oldest first, with search',
    access: 'package.write',
    query: z.strictObject({ search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(packageRow),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/config/package/all',
    summary: 'All packages of this installation',
    access: 'package.write',
    response: envelope(z.array(packageRow)),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/config/package/:id',
    summary: 'One package',
    access: 'package.write',
    params: idParams,
    response: envelope(packageRow),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/config/package/:id',
    summary: 'Change the settings of a package; If-Match refuses an edit of something changed meanwhile',
    access: 'package.write',
    params: idParams,
    body: packageEdit,
    response: envelope(packageRow),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/config/package/:id',
    summary: 'Delete a package with its mappings and settings; its traffic is erased by a job',
    access: 'package.write',
    params: idParams,
    response: envelope(z.null()),
  }),
};

export const packageRequestRow = z.object({
  id: z.number().int(),
  package_name: z.string(),
  package_title: z.string(),
  user_name: z.string(),
  user_email: z.string(),
  state: z.enum(['open', 'approved', 'refused']),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
});

export type PackageRequestView = z.infer<typeof packageRequestRow>;

export const packageRequests = {
  list: endpoint({
    method: 'GET',
    path: '/api/config/package/request',
    summary: 'People who signed up for a package that was there already; open ones first',
    access: 'package.write',
    query: z.strictObject({ state: z.enum(['open', 'approved', 'refused']).optional(), ...pageQuery }),
    response: pagedEnvelope(packageRequestRow),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/config/package/request/:id/approve',
    summary: 'Give the package to the person',
    access: 'package.write',
    params: idParams,
    response: envelope(packageRequestRow),
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/config/package/request/:id/refuse',
    summary: 'Keep the package from the person',
    access: 'package.write',
    params: idParams,
    response: envelope(packageRequestRow),
  }),
};
