import { z } from 'zod';
import { COUNTRIES } from '#platform/contract/countries.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { ACTIONS, APPROVALS, CAMPAIGN_STATES, OVER_ACTIONS, PAY_MODELS, SYSTEMS } from './terms.ts';

const timeZones = new Set<string>([...Intl.supportedValuesOf('timeZone'), 'UTC']);
const currencies = new Set<string>(Intl.supportedValuesOf('currency'));

const MOST_GOALS = 50;
const MOST_PAGES = 20;
const MOST_HOSTS = 50;
const MOST_COUNTRIES = 250;
const MOST_HOURS = 24 * 90;

/** Decimal text: never a number, which would round. */
export const amount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'An amount such as 2.50');
/** Of the amount of an order, of which nobody hands on more than all. */
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'A share such as 12.5')
  .refine((share) => Number(share) <= 100, 'A share of 100 % at most');
/** How an event is called in postbacks. */
export const eventName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\p{L}\p{N}_.:-]+$/u, 'Letters, digits, dot, dash, colon and underscore');
/** An address of the web, in which `{macros}` may stand. */
export const webAddress = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i,
    'An address such as https://shop.example/start?id={click_id}',
  );
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'A host such as shop.example or *.shop.example');

const pay = {
  payout_model: z.enum(PAY_MODELS).default('none'),
  payout: amount.nullable().default(null),
  payout_percent: percent.nullable().default(null),
};

const goal = z.strictObject({
  event: eventName,
  ...pay,
  revenue_model: z.enum(PAY_MODELS).default('none'),
  revenue: amount.nullable().default(null),
  revenue_percent: percent.nullable().default(null),
});

const override = z.strictObject({
  publisher_id: z.number().int().positive().nullable().default(null),
  event: eventName.nullable().default(null),
  ...pay,
  from_day: isoDate.nullable().default(null),
  to_day: isoDate.nullable().default(null),
});

const action = z.enum(ACTIONS);

/** What may be changed of a campaign. Names and whose it is stay for ever (TRK-RULE-01). */
const settings = {
  status: z.enum(CAMPAIGN_STATES).default('active'),
  landing_page: webAddress,
  allowed_hosts: z.array(host).max(MOST_HOSTS).default([]),
  time_zone: z.string().refine((zone) => timeZones.has(zone), 'Unknown time zone'),
  currency: z.string().refine((code) => currencies.has(code), 'Unknown currency'),
  countries: z
    .array(
      z
        .string()
        .regex(/^[A-Z]{2}$/)
        .refine((code) => COUNTRIES.includes(code)),
    )
    .max(MOST_COUNTRIES)
    .default([]),
  systems: z.array(z.enum(SYSTEMS)).max(SYSTEMS.length).default([]),
  click_payout: amount.nullable().default(null),
  click_revenue: amount.nullable().default(null),
  mille_payout: amount.nullable().default(null),
  mille_revenue: amount.nullable().default(null),
  click_window_hours: z.number().int().min(1).max(MOST_HOURS).default(168),
  view_window_hours: z.number().int().min(0).max(MOST_HOURS).default(24),
  duplicate_seconds: z.number().int().min(0).max(86_400).default(10),
  several_conversions: z.boolean().default(false),
  approval: z.enum(APPROVALS).default('auto'),
  hold_days: z.number().int().min(0).max(90).default(0),
  over_action: z.enum(OVER_ACTIONS).default('pay_zero'),
  fallback_campaign_id: z.number().int().positive().nullable().default(null),
  /** Links and pixels without a signature are refused, as those with a wrong one always are. */
  signed_only: z.boolean().default(false),
  protection: z.strictObject({ suspect: action.default('pass'), fraud: action.default('flag') }).prefault({}),
  start: isoDate.nullable().default(null),
  end: isoDate.nullable().default(null),
  events: z
    .array(goal)
    .max(MOST_GOALS)
    .refine((goals) => new Set(goals.map(({ event }) => event)).size === goals.length, 'Each event once')
    .default([]),
  landing_pages: z
    .array(z.strictObject({ id: z.number().int().positive(), weight: z.number().int().min(1).max(1_000) }))
    .max(MOST_PAGES)
    .refine((pages) => new Set(pages.map(({ id }) => id)).size === pages.length, 'Each page once')
    .default([]),
  overrides: z.array(override).max(200).default([]),
};

export const newCampaign = z.strictObject({
  package_name: z.string().min(1).max(200),
  campaign_name: safeText(120).min(2),
  customer_name: safeText(120).default(''),
  agency_name: safeText(120).default(''),
  ...settings,
});
export type NewCampaign = z.infer<typeof newCampaign>;

/** What is sent beside (names, package) is left as it stands (TRK-RULE-01). `updated_at` is that of the campaign as it was read. */
export const campaignEdit = z.object({ ...settings, updated_at: z.iso.datetime() });
export type CampaignEdit = z.infer<typeof campaignEdit>;

export const campaignView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  campaign_name: z.string(),
  customer_name: z.string(),
  agency_name: z.string(),
  ...settings,
  /** Addresses to hand out; `{publisher}` stands for the key of a publisher. */
  tracking_link: z.string(),
  impression_link: z.string(),
  postback_link: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CampaignView = z.infer<typeof campaignView>;
