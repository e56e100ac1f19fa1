import { all, any, type Condition, gt, lt } from '#platform/contract/condition.ts';
import { type Limit, type LimitValues, rule } from '#traffic/rules/contract/rule.ts';
import { LATE } from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';

type Late = LimitValues<Record<'hourPercent' | 'slowPercent' | 'distance' | 'chance' | 'late', Limit>>;

/** Slow markets differ from quick ones too, but their people still come within the hour. */
const isLate = ({ hourPercent, slowPercent, distance, chance, late }: Late): Condition =>
  all(
    gt('ctit_seconds', late),
    any(
      lt('source_early_installs', hourPercent),
      all(
        lt('source_early_installs', slowPercent),
        gt('source_ctit_distance', distance),
        lt('source_ctit_chance', chance),
        gt('source_ctit_deviation', 1),
      ),
    ),
  );

/** Where hardly a click can be of somebody who came to install, an early one is chance as well. */
const isScarce = ({ ratio }: LimitValues<Record<'ratio', Limit>>): Condition => lt('source_conversion_ratio', ratio);

export const lateInstalls = rule({
  id: 'late_installs',
  title: 'Installs that clicks did not bring',
  method: 24,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: [
    'ctit_seconds',
    'source_early_installs',
    'source_ctit_distance',
    'source_ctit_chance',
    'source_ctit_deviation',
    'source_conversion_ratio',
  ],
  looksAt:
    'Who clicks to install does so within the hour. Installs that trickle in all day after the click came by themselves, and so did most of a source with hardly an install for its clicks. Those that came soon after theirs are left alone, but for such a source.',
  falsePositives: 'Large apps and slow networks: a source is compared with the package, not with its country.',
  source: 'AppsFlyer (75 % within the hour), Adjust (85 %), TalkingData measured (73 %); jampp 2017; 24metrics',
  limits: {
    hourPercent: {
      label: 'Installs within an hour of the click, under',
      unit: 'percent',
      default: 50,
      min: 5,
      max: 95,
    },
    slowPercent: {
      label: 'Or, where CTIT is unusual, installs within an hour of the click: under',
      unit: 'percent',
      default: 60,
      min: 5,
      max: 95,
    },
    distance: {
      label: 'Unusual means: CTIT unlike other sources (0 alike, 1 nothing in common), over',
      unit: 'ratio',
      default: 0.25,
      min: 0.05,
      max: 1,
    },
    chance: { label: 'Odds that this is an accident: less than', unit: 'chance', default: 0.001, min: 1e-6, max: 0.05 },
    ratio: {
      label: 'Conversion rate, against other sources: under',
      unit: 'times',
      default: 0.15,
      min: 0,
      max: 0.9,
    },
    late: LATE,
  },
  rising: ['hourPercent', 'slowPercent'],
  cases: (limits) => [{ verdict: 'suspect', when: any(isLate(limits), isScarce(limits)) }],
  aspects: (limits) => [
    { id: 'late', title: 'Installs long after their clicks', when: isLate(limits) },
    { id: 'scarce', title: 'Installs of a source with hardly any for its clicks', when: isScarce(limits) },
  ],
});
