import { all, any, type Condition, gt, known, lt, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

/** Who clicks to install has done so by then; three in four within the hour (AppsFlyer). */
const LATE_SECONDS = 3 * 3600;

/** A click, or an install so late that a click of the flood may well have claimed it. */
const couldBeFlood: Condition = any(not(known('ctit_seconds')), gt('ctit_seconds', LATE_SECONDS));

export const clickFlooding = rule({
  id: 'click_flooding',
  title: 'Hardly an install for so many clicks',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click', 'install'),
  needs: [
    'source_conversion',
    'source_conversion_ratio',
    'source_early_installs',
    'source_hour_divergence',
    'source_hour_variation',
    'ctit_seconds',
  ],
  looksAt:
    'Clicks are sent by the thousand so that one of them precedes an install that would have come anyway. Two signs of different causes are needed for fraud: hardly an install for so many clicks, and either installs that come long after them or nights as busy as days. At a tenth of the conversion of others, at most a tenth of the clicks can be people who came to install. Installs soon after their click stay suspect: they may be genuine.',
  falsePositives: 'Views that are reported as clicks, and sources that have only begun.',
  source:
    'Adjust (0.05 %); Branch (ten times the clicks for the same conversions); AppsFlyer (75 % of installs within the hour); what two signs together are worth was measured on tuning seeds of the bench',
  limits: {
    conversion: { label: 'Installs per 100 clicks under', unit: 'percent', default: 0.05, min: 0.001, max: 5 },
    ratio: { label: 'Of the conversion of others, under', unit: 'ratio', default: 0.1, min: 0.001, max: 0.9 },
    fraudRatio: { label: 'Fraud with a second sign, under', unit: 'ratio', default: 0.15, min: 0, max: 0.9 },
    signRatio: { label: 'Suspect with a second sign, under', unit: 'ratio', default: 0.35, min: 0, max: 0.9 },
    hourPercent: { label: 'Second sign: installs within an hour under', unit: 'percent', default: 50, min: 0, max: 95 },
    divergence: { label: 'Or: nights busier than usual by', unit: 'ratio', default: 0.005, min: 0.001, max: 1 },
    variation: { label: 'Or: variation over the day under', unit: 'ratio', default: 0.1, min: 0, max: 1 },
  },
  rising: ['fraudRatio', 'signRatio'],
  cases: ({ conversion, ratio, fraudRatio, signRatio, hourPercent, divergence, variation }) => {
    const second = any(
      lt('source_early_installs', hourPercent),
      gt('source_hour_divergence', divergence),
      lt('source_hour_variation', variation),
    );
    return [
      { verdict: 'fraud', when: all(lt('source_conversion_ratio', fraudRatio), second, couldBeFlood) },
      {
        verdict: 'suspect',
        when: any(
          lt('source_conversion', conversion),
          lt('source_conversion_ratio', ratio),
          all(lt('source_conversion_ratio', signRatio), second),
        ),
      },
    ];
  },
});
