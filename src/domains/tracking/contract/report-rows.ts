import { z } from 'zod';
import { amounts } from '#traffic/money/contract/money-endpoints.ts';
import { HEALTH_STATES } from './reports.ts';
import { CONVERSION_STATES, NOTICE_STATES, POSTBACK_STATES } from './terms.ts';

export const count = z.number().int();
/** 0 to 100; null where there is nothing to divide by. */
export const percent = z.number().nullable();
/** Nothing for people who are kept to some publishers: what a campaign earns is between its two ends. */
export const hidden = amounts.nullable();

/** Whose a row is; `key` is what traffic calls the campaign (`campaign_id`), '' for one that was deleted. */
const ofCampaign = { campaign_id: count.nullable(), campaign: z.string(), key: z.string() };

export const figures = {
  impressions: count,
  clicks: count,
  unique_clicks: count,
  duplicates: count,
  /** Unique ones that passed and are neither fraud nor known bots. */
  valid_clicks: count,
  /** Approved and pending ones; what is rejected is counted apart. */
  events: count,
  approved: count,
  pending: count,
  rejected: count,
  /** Those beyond a capping, whatever became of them. */
  over: count,
  /** Events of any kind that have a verdict, and the fraud among them. */
  total: count,
  fraud: count,
  fraud_percentage: percent,
  /** Payout of clicks, and of events that are approved or pending; revenue is of the same. */
  cost: amounts,
  revenue: hidden,
  profit: hidden,
  /** Revenue for a click of campaigns in the same currency; a currency without clicks has no entry. */
  epc: hidden,
  /** Approved payout for a valid click, in the same way: what a publisher earns. */
  publisher_epc: hidden,
  /** Events, approved and pending, for a hundred unique clicks. */
  conversion_rate: percent,
};
export const figuresRow = z.object(figures);
export type Figures = z.infer<typeof figuresRow>;

export const groupRow = z.object({
  day: z.string().nullable(),
  publisher: z.string().nullable(),
  sub_publisher: z.string().nullable(),
  ...ofCampaign,
  ...figures,
});
export type GroupRow = z.infer<typeof groupRow>;

export const campaignRow = z.object({
  ...ofCampaign,
  ...figures,
  by_event: z.array(z.object({ event: z.string(), events: count })),
});
export type CampaignRow = z.infer<typeof campaignRow>;

export const epcRow = z.object({ ...ofCampaign, publisher: z.string(), ...figures });
export type EpcRow = z.infer<typeof epcRow>;

export const conversionRow = z.object({
  id: count,
  at: z.string(),
  ...ofCampaign,
  publisher: z.string(),
  sub_publisher: z.string(),
  event: z.string(),
  transaction_id: z.string(),
  click_id: z.string(),
  click_at: z.string(),
  status: z.enum(CONVERSION_STATES),
  over: z.boolean(),
  reason: z.string(),
  amount: z.string().nullable(),
  currency: z.string(),
  payout: z.string(),
  revenue: z.string().nullable(),
  /** Its event among the traffic. */
  event_id: z.string(),
});
export type ConversionRow = z.infer<typeof conversionRow>;

export const postbackRow = z.object({
  id: count,
  received_at: z.string(),
  ...ofCampaign,
  publisher: z.string(),
  event: z.string(),
  click_id: z.string(),
  transaction_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  pb_status: z.enum(POSTBACK_STATES),
  reason: z.string(),
  /** '' for people who are kept to some publishers. */
  ip: z.string(),
  query: z.string(),
  /** How the publisher was told, where it was. */
  forward_status: z.enum(NOTICE_STATES).nullable(),
  attempts: count.nullable(),
  http_code: count.nullable(),
});
export type PostbackRow = z.infer<typeof postbackRow>;

/**
 * Postbacks of the same filters that are counted and not listed: of campaigns what was refused beyond the first ones of
 * an hour; of nobody what names neither a click nor a secret of this installation, told to administrators.
 */
export const countedOnly = z.object({ of_campaigns: count, of_nobody: count });

export const healthRow = z.object({
  ...ofCampaign,
  event: z.string(),
  state: z.enum(HEALTH_STATES),
  received: count,
  /** Mean of the same weekdays of the four weeks before, for the days of the range that are over; null without any. */
  expected: z.number().nullable(),
  accepted_percentage: percent,
  duplicate_percentage: percent,
  unknown_click_percentage: percent,
  rejected_percentage: percent,
  /** Seconds from click to event: the half, and all but five in a hundred, were faster. */
  median_seconds: z.number().nullable(),
  slow_seconds: z.number().nullable(),
  last_received: z.string().nullable(),
});
export type HealthRow = z.infer<typeof healthRow>;
