import { all, any, type Condition, eq, gt, gte, lt, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { SECOND_SIGN, SECOND_SIGN_NEEDS, SOON_RATIO, secondSign } from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';

export const floodRepeats = rule({
  id: 'flood_repeats',
  title: 'Clicks in one name day after day, at a source that floods',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: [
    'source_conversion_ratio',
    'source_soon_ratio',
    'source_marked',
    'click_days_30d',
    'clicks_1h',
    'origin_verdict',
    'device_type',
    ...SECOND_SIGN_NEEDS,
  ],
  looksAt:
    'Far fewer clicks become installs than with others, a sign of another cause says so too (late installs, nights, or that most of its clicks come so and fewer installs than usual follow within the hour), and the source clicks in the name of this person on several days, as programs do that work through a list of devices. A click whose install may be genuine waits with it, and so do clicks where installs come within the hour as elsewhere, and those of tablets, on which children play. Taps of one sitting at a tablet are left alone where installs come soon after their click and the nights are quiet: a child taps after each round and sleeps at night.',
  falsePositives:
    'People who are shown an ad day after day and tap it again, at a source where hardly anybody installs.',
  source:
    'Adjust (click spamming: clicks in the name of one device over and over, so that one is the last before an install; hyper engagement); Kochava (clicks of one device); AppsFlyer (75 % of installs within the hour). Days instead of clicks, so that a double tap is none, and sittings are ours',
  limits: {
    ratio: { label: 'Conversion rate, against other sources: under', unit: 'times', default: 0.35, min: 0, max: 0.9 },
    days: { label: 'Days with clicks of a person, at least', unit: 'days', default: 2, min: 2, max: 60 },
    ...SECOND_SIGN,
    ...SOON_RATIO,
    marked: { label: 'Or: events with any sign over', unit: 'percent', default: 50, min: 5, max: 100 },
    halfRatio: {
      label: 'and conversion rate, against other sources: under',
      unit: 'times',
      default: 0.5,
      min: 0,
      max: 0.95,
    },
    soonPercent: {
      label: 'and, to be fraud, installs within an hour of the click: under',
      unit: 'percent',
      default: 75,
      min: 5,
      max: 100,
    },
    sitting: {
      label: 'Except clicks of a tablet within one hour, without a second sign: at least',
      unit: 'events',
      default: 2,
      min: 2,
      max: 1_000,
    },
  },
  cases: ({ ratio, days, soonRatio, marked, halfRatio, soonPercent, sitting, ...signs }) => {
    const most = all(gt('source_marked', marked), lt('source_conversion_ratio', halfRatio));
    const floods: Condition = any(
      all(lt('source_conversion_ratio', ratio), secondSign(signs)),
      lt('source_soon_ratio', soonRatio),
      // Whose installs come within the hour as everybody's do hardly claims any: people may tap again.
      all(most, lt('source_early_installs', soonPercent)),
    );
    const again = all(gte('click_days_30d', days), not(eq('origin_verdict', 'suspect')));
    const tablet = eq('device_type', 'tablet');
    const atPlay = all(tablet, gte('clicks_1h', sitting), not(secondSign(signs)));
    return [
      { verdict: 'fraud', when: all(floods, again, not(tablet)) },
      { verdict: 'suspect', when: all(any(floods, most), again, not(atPlay)) },
    ];
  },
});
