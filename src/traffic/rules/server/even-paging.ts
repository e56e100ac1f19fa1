import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const evenPaging = rule({
  id: 'even_paging',
  title: 'Pages at machine pace',
  method: 6,
  reason: 'bot.behaviour',
  stage: 'arrival',
  kinds: ['visit'],
  needs: ['pace_cv_percent', 'pace_mean_seconds'],
  looksAt: 'Page after page is opened at nearly the same distance. People read one page longer than the other.',
  falsePositives:
    'Dashboards and pages that reload themselves, and slide shows. At a spread of 50 %, one human session in nine was hit; the limit is therefore far lower.',
  source:
    'Iliou 2021 (web-bot data: CV of gaps between pages), measured: 50 % of moderate bots, 11 % of humans at CV 0.5',
  limits: {
    spreadPercent: { label: 'Spread of the last ten intervals under', unit: 'percent', default: 15, min: 1, max: 50 },
    pauseSeconds: {
      label: 'Only if the average interval is under',
      unit: 'seconds',
      default: 1_800,
      min: 10,
      max: 86_400,
    },
  },
  cases: ({ spreadPercent, pauseSeconds }) => [
    { verdict: 'suspect', when: all(lt('pace_cv_percent', spreadPercent), lt('pace_mean_seconds', pauseSeconds)) },
  ],
});
