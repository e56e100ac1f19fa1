import { all, any, type Condition, eq, gte, lt, not, oneOf } from '#platform/contract/condition.ts';
import type { Rule } from '#traffic/rules/contract/rule.ts';
import { autoRefresh, REFRESH_SECONDS } from './auto-refresh.ts';
import { clickFrequency } from './click-frequency.ts';
import { defaultLimits } from './default-limits.ts';
import { domainSpoofing } from './domain-spoofing.ts';
import { fastClick } from './fast-click.ts';
import { idReset } from './id-reset.ts';
import { referrerMismatch } from './referrer-mismatch.ts';
import { stackedAds } from './stacked-ads.ts';
import { videoOrder } from './video-order.ts';

/** Signs of one event that an honest audience shows here and there, and no honest source shows by the tenth. */
const SIGN_RULES: readonly Rule[] = [
  clickFrequency,
  domainSpoofing,
  fastClick,
  idReset,
  referrerMismatch,
  stackedAds,
  videoOrder,
];

const atDefaults = (rule: Rule): Condition =>
  all(oneOf('kind', [...rule.kinds]), any(...rule.cases(defaultLimits(rule)).map(({ when }) => when)));

/** How far intervals of a slot that a program reloads spread at most, in percent; those of people by half and more. */
const EVEN_PERCENT = 20;

const REFRESHES_EVENLY: Condition = all(
  oneOf('kind', [...autoRefresh.kinds]),
  lt('pace_mean_seconds', REFRESH_SECONDS.default),
  lt('pace_cv_percent', EVEN_PERCENT),
);

/**
 * The event has such a sign, by the default limits whatever a package has set: what is counted of a source must not
 * depend on its rules.
 */
export const HAS_OWN_SIGN: Condition = any(...SIGN_RULES.map(atDefaults), REFRESHES_EVENLY);

/**
 * Beside it what an honest event shows now and then: clicks in one name on several days, phones like others of their
 * block, several browsers of an address. At a source where most events are marked those that are not are its people.
 */
export const IS_MARKED_BESIDE: Condition = any(
  gte('click_days_30d', 2),
  all(gte('block_installs_7d', 3), not(eq('wifi', 'false'))),
  gte('address_agents_7d', 2),
);

/** Facts it looks at. */
export const OWN_SIGN_NEEDS = [...new Set([...SIGN_RULES, autoRefresh].flatMap(({ needs }) => needs))];
