import { z } from 'zod';
import { safeText } from '#platform/contract/safe-text.ts';
import { AD_PLATFORMS, ENTRY_STATES, ENTRY_TYPES, TAG_LABELS, TAG_WARNINGS } from './entry-terms.ts';

/** An address of the web without what parsers read in several ways. */
const landing = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/i,
    'An address such as https://shop.example/start',
  );
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'A host such as shop.example or *.shop.example');

const settings = {
  name: safeText(120).min(2, 'Please name the tracker'),
  platform: z.enum(AD_PLATFORMS).default('dv360'),
  advertiser: safeText(120).min(1, 'Please name the advertiser'),
  campaign: safeText(120).min(1, 'Please name the campaign'),
  requirement_id: z.number().int().positive().nullable().default(null),
  /** Of a display ad, in pixels. */
  creative_size: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,3}x[1-9]\d{0,3})?$/, 'A size such as 300x250')
    .default(''),
  /** Of a video, in seconds. */
  duration: z.number().int().min(1).max(14_400).nullable().default(null),
  click_url: z.union([z.literal(''), landing]).default(''),
  landing_hosts: z.array(host).max(50).default([]),
  /** The tag inside of ours, of a VAST tracker. */
  vast_url: z.union([z.literal(''), landing]).default(''),
  status: z.enum(ENTRY_STATES).default('active'),
};

export const newEntry = z.strictObject({
  package_name: z.string().min(1).max(200),
  type: z.enum(ENTRY_TYPES),
  ...settings,
});
export type NewEntry = z.infer<typeof newEntry>;

/** What an entry tracks stays. `updated_at` is that of the entry as it was read; who sends none overwrites. */
export const entryEdit = z.strictObject({
  type: z.enum(ENTRY_TYPES).optional(),
  ...settings,
  updated_at: z.iso.datetime().optional(),
});
export type EntryEdit = z.infer<typeof entryEdit>;

export const entryTag = z.object({ label: z.enum(TAG_LABELS), url: z.string(), code: z.string() });
export type EntryTag = z.infer<typeof entryTag>;

export const entryView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  type: z.enum(ENTRY_TYPES),
  ...settings,
  landing_hosts: z.array(z.string()),
  requirement: z.string(),
  /** The first of its tags. */
  tag: z.string(),
  tags: z.array(entryTag),
  warnings: z.array(z.enum(TAG_WARNINGS)),
  /** Hits of the newest 30 days, today included. */
  hits: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type EntryView = z.infer<typeof entryView>;
