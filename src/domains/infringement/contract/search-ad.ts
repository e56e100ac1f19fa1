import { z } from 'zod';
import { todayIn } from '#platform/contract/date-range.ts';
import { plainText } from '#platform/contract/safe-text.ts';

/** `merchant`: a marketplace; `network`: the ad ends at an affiliate network, and nobody sees yet who is behind it. */
export const STRANGERS = ['competitor', 'merchant', 'network', 'unknown'] as const;
export const CLASSIFICATIONS = ['own', 'partner', ...STRANGERS] as const;
export type Classification = (typeof CLASSIFICATIONS)[number];

/** What a person has made of an ad; `ticket` is one that stands in a ticket. */
export const AD_STATES = ['new', 'confirmed', 'dismissed', 'ticket'] as const;
export type AdState = (typeof AD_STATES)[number];

/** A person sets these; a ticket is made. */
export const SET_STATES = ['new', 'confirmed', 'dismissed'] as const;

export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export const AD_SOURCES = ['upload', 'api', 'vendor'] as const;

/** `term` is a protected word; the others own a domain or, partners, an affiliate id. */
export const PARTY_KINDS = ['own', 'partner', 'competitor', 'term'] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

/** The two pages: ads that an affiliate earns by, and ads of others. */
export const AD_VIEWS = ['affiliate', 'competitor'] as const;
export type AdView = (typeof AD_VIEWS)[number];

/** Of one call. */
export const MOST_ADS = 1_000;
/** Lines of a file. */
export const MOST_LINES = 20_000;

const address = z
  .url({ protocol: /^https?$/, hostname: /\./, error: 'Please give a web address that begins with http' })
  .max(2_000);

/** A moment, or an hour; without a zone in that of the package. */
export const observedAt = z
  .string()
  .trim()
  .regex(
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}(:\d{2}(:\d{2}(\.\d{1,3})?)?)?(Z|[+-]\d{2}:?\d{2})?)?$/,
    'Times are written YYYY-MM-DD HH:MM',
  )
  .transform((text) => text.replace(' ', 'T').replace(/^(\d{4}-\d{2}-\d{2}T\d{2})(?=$|Z|[+-])/, '$1:00'))
  .refine((text) => !Number.isNaN(Date.parse(text)), 'This time does not exist')
  .refine((text) => text >= '2000' && text < '2100', 'This time does not exist');

/** The day of a moment as `observedAt` leaves it: without a zone it is written in that of the package. */
export const dayOf = (moment: string, zone: string): string =>
  /T.*(Z|[+-]\d{2}:?\d{2})$/.test(moment) ? todayIn(zone, new Date(moment)) : moment.slice(0, 10);

/** Messages of times that no page of ours offers: its calendar reaches back twelve months. */
export const AD_AHEAD = 'This time is still to come';
export const AD_LONG_AGO = 'This time is more than a year ago';

/** An ad as somebody saw it on a page of results. */
export const seenAd = z.strictObject({
  keyword: plainText(200).refine((text) => text !== '', 'Please give the keyword'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, 'Countries have two letters')
    .default(''),
  device: z.union([z.enum(DEVICES), z.literal('')]).default(''),
  observed_at: observedAt,
  /** 1 is the first ad of the page. */
  position: z.number().int().min(1).max(100).nullable().default(null),
  advertiser: plainText(200).default(''),
  /** As the ad shows it, with or without a path. */
  display_url: plainText(500).default(''),
  final_url: address,
  /** Addresses a click passes before the final one, in order. */
  chain: z.array(address).max(20).default([]),
  /** Where the picture of the page of results is kept. */
  capture_url: z.union([address, z.literal('')]).default(''),
  note: plainText(500).default(''),
});
export type SeenAd = z.output<typeof seenAd>;

export const adView = z.object({
  id: z.number().int(),
  keyword: z.string(),
  country: z.string(),
  device: z.string(),
  observed_at: z.string(),
  position: z.number().int().nullable(),
  advertiser: z.string(),
  display_url: z.string(),
  final_url: z.string(),
  chain: z.array(z.string()),
  capture_url: z.string(),
  note: z.string(),
  source: z.enum(AD_SOURCES),
  /** Registered domain of the final address. */
  domain: z.string(),
  classification: z.enum(CLASSIFICATIONS),
  network: z.string(),
  affiliate_id: z.string(),
  /** What traffic calls the partner; '' where nobody has said. */
  publisher: z.string(),
  /** A partner bids on a protected word. */
  is_violation: z.boolean(),
  /** It shows the brand's own name, and the click passes an affiliate. */
  is_hijack: z.boolean(),
  state: z.enum(AD_STATES),
  ticket_id: z.number().int().nullable(),
  created_by: z.string(),
});
export type AdRow = z.infer<typeof adView>;

export const partyView = z.object({
  id: z.number().int(),
  kind: z.enum(PARTY_KINDS),
  value: z.string(),
  publisher: z.string(),
  created_by: z.string(),
  created_at: z.string(),
});
export type PartyView = z.infer<typeof partyView>;
