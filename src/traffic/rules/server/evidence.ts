import { all, any, type Condition } from '#platform/contract/condition.ts';
import { compilePredicate, type Row } from '#platform/contract/condition-predicate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import type { Rule } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from './default-limits.ts';
import { clickFlooding } from './sources/click-flooding.ts';
import { videosNeverComplete } from './sources/videos-never-complete.ts';

/** What statistics say about a source, and how often they would be wrong about one of its events. */
export interface Evidence {
  /** One overwhelming sign, or two of different causes; each by its default limits. */
  signs: readonly Rule[];
  /**
   * Share of wrong calls to expect if it made fraud, in percent: of the events for which it was the surest evidence in
   * the bench and that no other rule calls fraud, those that were genuine (six worlds at medium, tuning seed 11, upper
   * end of the 95 % interval, rounded up to a half). Nearly all of them are genuine events of fraudulent sources: more
   * signs make a source surer, not each of its events.
   */
  wrong: number;
}

/**
 * The surest first. What rules on event and source together call is no longer of it (decision 25): of what they leave at
 * sources with other signs more than half was genuine, so that those are not in the list. How well the shares hold on
 * other seeds: "Weight of evidence" in `bench/detection/RESULTS.md`.
 */
export const EVIDENCE: readonly Evidence[] = [
  { signs: [videosNeverComplete], wrong: 5 },
  { signs: [clickFlooding], wrong: 31.5 },
];

/** What of it holds for an event, the surest where several do. */
export const surestEvidence = (facts: Row): Evidence | undefined =>
  EVIDENCE.find(({ signs }) => signs.every((sign) => compilePredicate(atDefaults(sign), TRAFFIC_FIELDS)(facts)));

const atDefaults = (rule: Rule): Condition => any(...rule.cases(defaultLimits(rule)).map(({ when }) => when));

/** The evidence that is wrong at most so often, in percent. */
export const atMostWrong = (percent: number): Condition =>
  any(...EVIDENCE.filter(({ wrong }) => wrong <= percent).map(({ signs }) => all(...signs.map(atDefaults))));
