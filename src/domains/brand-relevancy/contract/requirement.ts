import { z } from 'zod';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { nameText, safeText } from '#platform/contract/safe-text.ts';
import { REQUIREMENT_STATES } from './terms.ts';

const MOST_KEYWORDS = 500;
const MOST_CHANNELS = 1_000;

/** The same word twice, however it is written, is one word. */
const words = z
  .array(nameText(100).min(1))
  .max(MOST_KEYWORDS)
  .transform((list) => [...new Map(list.map((word) => [word.toLowerCase(), word])).values()]);

/** How platforms call channels: their ids, handles or names. */
const channels = z.array(nameText(120).min(1)).max(MOST_CHANNELS).default([]);

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
export const language = z
  .string()
  .regex(/^[a-z]{2}$/, { error: 'A language code such as en', abort: true })
  .refine((code) => languageNames.of(code) !== undefined, 'A language code such as en');
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code) => COUNTRIES.includes(code), 'A country code such as DE');

const settings = {
  campaign_name: nameText(120).min(2, 'Please name the campaign'),
  brand: nameText(120).min(1, 'Please name the brand'),
  category: safeText(120).default(''),
  keywords: words.default([]),
  excluded_keywords: words.default([]),
  locations: z.array(country).max(250).default([]),
  languages: z.array(language).max(190).default([]),
  start: isoDate,
  end: isoDate,
  status: z.enum(REQUIREMENT_STATES).default('draft'),
  /** Whether an output may hold what somebody still has to look at. */
  accepts_review: z.boolean().default(false),
  min_views: z.number().int().min(0).max(1_000_000_000_000).nullable().default(null),
  max_age_days: z.number().int().min(1).max(36_500).nullable().default(null),
  /** None allowed by name allows all. */
  allowed_channels: channels,
  blocked_channels: channels,
  /** Accepted rows with which it is delivered. */
  target_count: z.number().int().min(1).max(10_000_000).nullable().default(null),
};

export const newRequirement = z.strictObject({ package_name: z.string().min(1).max(200), ...settings });
export type NewRequirement = z.infer<typeof newRequirement>;

/** Of the requirement as it was read: 409 when somebody saved since. Who sends none overwrites. */
const readAt = { updated_at: z.iso.datetime().optional() };

export const requirementEdit = z.strictObject({ ...settings, ...readAt });
export type RequirementEdit = z.infer<typeof requirementEdit>;

/** A list that is left out stays as it is. */
export const keywordEdit = z.strictObject({
  keywords: words.optional(),
  excluded_keywords: words.optional(),
  reason: safeText(500).default(''),
  ...readAt,
});
export type KeywordEdit = z.infer<typeof keywordEdit>;

export const requirementView = z.object({
  id: z.number().int(),
  reference: z.string(),
  package_name: z.string(),
  ...settings,
  keywords: z.array(z.string()),
  excluded_keywords: z.array(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RequirementView = z.infer<typeof requirementView>;

export const keywordChange = z.object({
  id: z.number().int(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  excluded_added: z.array(z.string()),
  excluded_removed: z.array(z.string()),
  reason: z.string(),
  changed_by: z.string(),
  changed_at: z.string(),
});
export type KeywordChange = z.infer<typeof keywordChange>;
