import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { packageInfo } from '#platform/contract/package-info.ts';
import { safeText } from '#platform/contract/safe-text.ts';

export const PLATFORMS = ['web', 'app'] as const;

const timeZones = new Set<string>([...Intl.supportedValuesOf('timeZone'), 'UTC']);
const currencies = new Set<string>(Intl.supportedValuesOf('currency'));

export const newPackage = z.object({
  /** Identifier used in every call: a domain or a store id. */
  package_name: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]+$/, 'Letters, digits, dot, dash and underscore'),
  package_title: safeText(120).min(2),
  platform: z.enum(PLATFORMS),
  time_zone: z.string().refine((zone) => timeZones.has(zone), 'Unknown time zone'),
  currency: z.string().refine((code) => currencies.has(code), 'Unknown currency'),
});

export type NewPackage = z.infer<typeof newPackage>;

export const packages = {
  create: endpoint({
    method: 'POST',
    path: '/api/config/package',
    summary: 'Create a package',
    access: 'package.write',
    body: newPackage,
    response: envelope(packageInfo),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/config/package/all',
    summary: 'All packages of this installation',
    access: 'package.write',
    response: envelope(z.array(packageInfo)),
  }),
};
