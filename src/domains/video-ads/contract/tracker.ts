import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { CAP_WINDOWS, MODES, TRACKER_STATES, USUAL_CAP } from './terms.ts';

/** An address of the web, in which macros of any server may stand. Quotes and angles would end the XML it stands in. */
const tagUrl = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][^\s\\<>"\p{Cc}\p{Cs}\ufffe\uffff]*)?$/iu,
    'An address such as https://ads.example/vast.xml',
  );
const secureUrl = tagUrl.refine((text) => text.startsWith('https://'), 'An address that begins with https');
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'A site such as news.example, or an app such as com.example.game');
const network = z
  .string()
  .trim()
  .max(50)
  .regex(/^[0-9a-f:.]+(\/\d{1,3})?$/i, 'An address or a network such as 203.0.113.0/24');

/** A player would give up the whole answer for one of them. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/u;

const verification = z.strictObject({
  vendor: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .regex(/^[\w.-]+$/, 'A name such as vendor.example-omid'),
  url: secureUrl,
  parameters: z
    .string()
    .max(1_000)
    .refine((text) => !text.includes(']]>'), 'This would end the XML it stands in')
    .refine((text) => !NO_XML.test(text), 'Control characters are not allowed')
    .default(''),
});

const settings = {
  campaign: safeText(120).min(1, 'Please name the campaign'),
  brand: safeText(120).default(''),
  publishers: z.array(safeText(200).min(1)).max(50).default([]),
  mode: z.enum(MODES),
  /** Of a wrapper. */
  vast_url: z.union([z.literal(''), tagUrl]).default(''),
  /** Of an inline ad. */
  creative_id: z.number().int().positive().nullable().default(null),
  /** Where a click on an inline ad goes. */
  landing_url: z.union([z.literal(''), tagUrl]).default(''),
  /** Seconds after which an inline ad may be skipped; null for never. */
  skip_seconds: z.number().int().min(1).max(300).nullable().default(null),
  status: z.enum(TRACKER_STATES).default('active'),
  /** Countries of the viewer's address; empty allows all. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .default([]),
  cap: z
    .strictObject({
      limit: z.number().int().min(1).max(1_000).default(USUAL_CAP),
      window: z.enum(CAP_WINDOWS).default('lifetime'),
    })
    .prefault({}),
  safety: z
    .strictObject({
      block_domains: z.array(host).max(1_000).default([]),
      block_apps: z.array(host).max(1_000).default([]),
      /** A request that says neither site nor app is no safe place. */
      strict: z.boolean().default(false),
    })
    .prefault({}),
  /** Scripts that measure (OMID), by address. */
  verifications: z.array(verification).max(10).default([]),
  /** Servers that stitch ads into streams: these may say whose player it is. */
  ssai_addresses: z.array(network).max(50).default([]),
  start: isoDate.nullable().default(null),
  end: isoDate.nullable().default(null),
};

export const newTracker = z.strictObject({
  package_name: z.string().min(1).max(200),
  name: safeText(120).min(2, 'Please name the tracker'),
  ...settings,
});
export type NewTracker = z.infer<typeof newTracker>;

/** `updated_at` is that of the tracker as it was read. */
export const trackerEdit = z.strictObject({
  name: safeText(120).min(2),
  ...settings,
  updated_at: z.iso.datetime(),
});
export type TrackerEdit = z.infer<typeof trackerEdit>;

export const trackerView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  ...settings,
  creative: z.string(),
  /** Tags to hand out: one for each publisher, or one for all. */
  tags: z.array(z.object({ publisher: z.string(), url: z.string() })),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type TrackerView = z.infer<typeof trackerView>;
