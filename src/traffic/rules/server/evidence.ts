import { all, any, type Condition } from '#platform/contract/condition.ts';
import type { Rule } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from './default-limits.ts';
import { alikeDelays } from './sources/alike-delays.ts';
import { alikeModels } from './sources/alike-models.ts';
import { boughtInstalls } from './sources/bought-installs.ts';
import { clickFlooding } from './sources/click-flooding.ts';
import { fewReturns } from './sources/few-returns.ts';
import { highConversion } from './sources/high-conversion.ts';
import { idsPerDevice } from './sources/ids-per-device.ts';
import { oddHours } from './sources/odd-hours.ts';
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

/** The surest first. How well the shares hold on other seeds: "Weight of evidence" in `bench/detection/RESULTS.md`. */
export const EVIDENCE: readonly Evidence[] = [
  { signs: [videosNeverComplete], wrong: 5 },
  { signs: [alikeDelays, oddHours], wrong: 13 },
  { signs: [clickFlooding], wrong: 13.5 },
  { signs: [fewReturns, idsPerDevice], wrong: 18 },
  { signs: [alikeDelays], wrong: 18.5 },
  { signs: [alikeModels, highConversion], wrong: 21.5 },
  { signs: [alikeModels, fewReturns], wrong: 24 },
  { signs: [boughtInstalls, fewReturns], wrong: 24 },
];

const atDefaults = (rule: Rule): Condition => any(...rule.cases(defaultLimits(rule)).map(({ when }) => when));

/** The evidence that is wrong at most so often, in percent. */
export const atMostWrong = (percent: number): Condition =>
  any(...EVIDENCE.filter(({ wrong }) => wrong <= percent).map(({ signs }) => all(...signs.map(atDefaults))));
