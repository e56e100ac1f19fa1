import { all, any, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { SECOND_SIGN, SECOND_SIGN_NEEDS, SOON_RATIO, secondSign } from './flood-signs.ts';
import { kindsOf } from './kinds-of.ts';
import { SPARED_BY_FLOODS, unexplained } from './spared.ts';

export const clickFlooding = rule({
  id: 'click_flooding',
  title: 'Hardly an install for so many clicks',
  method: 23,
  reason: 'clk.flooding',
  stage: 'sweep',
  kinds: kindsOf('click'),
  needs: ['source_conversion', 'source_conversion_ratio', 'source_soon_ratio', 'source_marked', ...SECOND_SIGN_NEEDS],
  looksAt:
    'Clicks are sent by the thousand so that one of them precedes an install that would have come anyway (click flooding). A tenth of the conversion of others is suspect by itself; a third of it with a sign of another cause: installs long after their clicks, or nights as busy as days.',
  falsePositives: 'Sources that report impressions as clicks, and sources that have only just begun.',
  source: 'Adjust (0.05 %); Branch (ten times the clicks for the same conversions)',
  limits: {
    conversion: { label: 'Installs per 100 clicks under', unit: 'percent', default: 0.05, min: 0.001, max: 5 },
    ratio: {
      label: 'Conversion rate, against other sources: under',
      unit: 'times',
      default: 0.1,
      min: 0.001,
      max: 0.9,
    },
    signRatio: {
      label: 'With a second sign, conversion rate against other sources: under',
      unit: 'times',
      default: 0.35,
      min: 0,
      max: 0.9,
    },
    ...SECOND_SIGN,
    ...SOON_RATIO,
    ...SPARED_BY_FLOODS,
  },
  cases: ({ conversion, ratio, signRatio, soonRatio, marked, ...signs }) => [
    {
      verdict: 'suspect',
      when: all(
        any(
          lt('source_conversion', conversion),
          lt('source_conversion_ratio', ratio),
          all(lt('source_conversion_ratio', signRatio), secondSign(signs)),
          lt('source_soon_ratio', soonRatio),
        ),
        unexplained(marked),
      ),
    },
  ],
});
