import { z } from 'zod';

/** `ads`: /ads.txt of a site; `app-ads`: /app-ads.txt of whoever makes an app; `sellers`: /sellers.json of an exchange. */
export const SUPPLY_KINDS = ['ads', 'app-ads', 'sellers'] as const;
export type SupplyKind = (typeof SUPPLY_KINDS)[number];

export const PATH_OF: Readonly<Record<SupplyKind, string>> = {
  ads: '/ads.txt',
  'app-ads': '/app-ads.txt',
  sellers: '/sellers.json',
};

/** `missing`: there is none where it should lie; `unreachable`: nobody answered, or not with a file. */
export const FILE_STATES = ['new', 'current', 'missing', 'unreachable'] as const;

/** `nobody`: no one may sell, by the placeholder, or by an empty file of which somebody has said so; `nothing`: no record. */
export const SAYS = ['records', 'nobody', 'nothing'] as const;
export const ORIGINS = ['fetch', 'upload'] as const;

/** Why a line is no record, or one to look at. The words are the screen's. */
export const FAULTS = [
  'few_fields',
  'many_fields',
  'not_a_domain',
  'no_account',
  'not_a_relation',
  'unknown_variable',
  'doubled',
  'not_json',
  'no_sellers',
  'no_seller_id',
  'not_a_type',
  'no_seller_domain',
  'too_many',
  'not_text',
] as const;

const count = z.number().int();

/** One seller: of ads.txt an account at an exchange, of sellers.json an account of the exchange the file is of. */
export const supplyRecord = z.object({
  line: count,
  /** Exchange; of sellers.json its own. */
  system: z.string(),
  account: z.string(),
  /** DIRECT, RESELLER; PUBLISHER, INTERMEDIARY, BOTH. */
  relation: z.string(),
  /** Certification authority id of ads.txt. */
  authority: z.string(),
  name: z.string(),
  domain: z.string(),
  is_confidential: z.boolean(),
  is_passthrough: z.boolean(),
});
export type SupplyRecord = z.infer<typeof supplyRecord>;

export const supplyFault = z.object({ line: count, code: z.enum(FAULTS), text: z.string() });
export type SupplyFault = z.infer<typeof supplyFault>;

/** OWNERDOMAIN, MANAGERDOMAIN, SUBDOMAIN, CONTACT, INVENTORYPARTNERDOMAIN; of sellers.json contact and version. */
export const supplyVariable = z.object({ name: z.string(), value: z.string() });
export type SupplyVariable = z.infer<typeof supplyVariable>;

/** How a seller in traffic stands to the files. `not_seen`: named by a file, and no event came by it. */
export const STANDINGS = [
  'unauthorised',
  'unknown_seller',
  'system_listed',
  'direct',
  'reseller',
  'partner',
  'unknown',
  'not_seen',
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Of a package. */
export const MOST_FILES = 500;

/** Of one file. A file with more is not taken: whom the half of it does not name may stand in the rest. */
export const MOST_RECORDS = 100_000;

/** Versions of a file of which all is kept, and shown; of older ones only when they held, and what events are compared with. */
export const KEPT_VERSIONS = 20;

/** Of what a version added, and of what it took away, so many are kept; all are counted. */
export const TOLD_CHANGES = 200;
