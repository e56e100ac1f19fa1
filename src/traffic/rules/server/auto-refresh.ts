import { all, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const REFRESH_SECONDS = {
  label: 'Average of the last ten intervals under',
  unit: 'seconds',
  default: 30,
  min: 1,
  max: 600,
} as const;

export const autoRefresh = rule({
  id: 'auto_refresh',
  title: 'Slot that refreshes itself',
  method: 57,
  reason: 'imp.auto_refresh',
  stage: 'arrival',
  kinds: ['impression', 'click_impression'],
  needs: ['pace_mean_seconds', 'pace_cv_percent'],
  looksAt:
    'One slot shows one person ad after ad, too quickly: the page reloads them, the person does nothing. Ten intervals as even as a clock are a program, and fraud.',
  falsePositives:
    'Picture galleries that people click through, unevenly, and so suspect at most. Declared refreshes (live scores) are just as regular, but slower.',
  source: 'MRC on auto-refresh (MediaPost); Pixalate autoreloader; 30 s and the spread ours',
  limits: {
    seconds: REFRESH_SECONDS,
    evenPercent: {
      label: 'Fraud, if the spread of the last ten intervals is under',
      unit: 'percent',
      default: 10,
      min: 1,
      max: 50,
    },
  },
  cases: ({ seconds, evenPercent }) => [
    { verdict: 'fraud', when: all(lt('pace_mean_seconds', seconds), lt('pace_cv_percent', evenPercent)) },
    { verdict: 'suspect', when: lt('pace_mean_seconds', seconds) },
  ],
});
