import { all, any, type Condition, gt, lt } from '#platform/contract/condition.ts';
import type { LimitValues } from '#traffic/rules/contract/rule.ts';

/** Limits of the second sign of a flood, for every rule that asks for one. */
export const SECOND_SIGN = {
  hourPercent: {
    label: 'Second sign: installs within an hour of the click, under',
    unit: 'percent',
    default: 50,
    min: 0,
    max: 95,
  },
  divergence: {
    label: 'Or: hours of the day unlike the usual (0 alike, 1 nothing in common), over',
    unit: 'ratio',
    default: 0.005,
    min: 0.001,
    max: 1,
  },
  variation: {
    label: 'Or: difference between day and night (0 is none), under',
    unit: 'ratio',
    default: 0.1,
    min: 0,
    max: 1,
  },
} as const;

/** Facts it looks at. */
export const SECOND_SIGN_NEEDS = ['source_early_installs', 'source_hour_divergence', 'source_hour_variation'] as const;

/** Times of people and times of clicks share no cause with how many of the clicks convert. */
export const secondSign = ({ hourPercent, divergence, variation }: LimitValues<typeof SECOND_SIGN>): Condition =>
  any(
    lt('source_early_installs', hourPercent),
    gt('source_hour_divergence', divergence),
    lt('source_hour_variation', variation),
  );

/** At this part of the conversion of others, at most so many of the clicks can be people who came to install. */
export const FRAUD_RATIO = {
  ratio: { label: 'Conversion rate, against other sources: under', unit: 'times', default: 0.15, min: 0.001, max: 0.9 },
} as const;

/**
 * Installs that clicks have brought come within the hour; a flood claims installs at any time. So how many of those there
 * are for each click is at most about the share of clicks by people who came to install, by both causes at once.
 */
export const SOON_RATIO = {
  soonRatio: {
    label: 'Or: installs within an hour per click, against other sources: under',
    unit: 'times',
    default: 0.2,
    min: 0,
    max: 0.9,
  },
} as const;

/** Hardly an install for so many clicks, and a sign of another cause. */
export const isFlood = ({ ratio, ...signs }: LimitValues<typeof SECOND_SIGN & typeof FRAUD_RATIO>): Condition =>
  all(lt('source_conversion_ratio', ratio), secondSign(signs));

export const FLOOD_SOURCE =
  'Branch (ten times the clicks for the same conversions); AppsFlyer (75 % of installs within the hour); what the two signs are worth together was measured on tuning seeds of the bench';

/** From so many seconds on an install followed its click too late to be its doing: three hours. */
export const LATE_SECONDS = 10_800;

/** Who clicks to install does so within the hour: an install after it may be claimed, one before it was brought. */
export const LATE = { label: 'CTIT over', unit: 'seconds', default: 3600, min: 60, max: 604_800 } as const;
