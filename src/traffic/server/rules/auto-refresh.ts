import { all, any, lt } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';

/** Seconds; an app opened once a day at the same time is no refresh. */
const LONGEST_BEAT = 600;

export const autoRefresh = rule({
  id: 'auto_refresh',
  title: 'Slot that refreshes itself',
  reason: 'imp.auto_refresh',
  stage: 'arrival',
  kinds: ['impression', 'click_impression'],
  needs: ['pace_mean_seconds', 'pace_cv_percent'],
  looksAt:
    'One slot shows one person ad after ad, too quickly or as evenly as a clock: the page reloads them, the person does nothing.',
  falsePositives: 'Pages with live scores whose refresh is disclosed. A matter of quality: suspect at most.',
  source: 'MRC on auto-refresh (MediaPost); Pixalate autoreloader; 30 s ours',
  limits: {
    seconds: { label: 'Mean of the last ten gaps under', unit: 'seconds', default: 30, min: 1, max: 600 },
    spreadPercent: { label: 'Or their spread under', unit: 'percent', default: 10, min: 1, max: 50 },
  },
  cases: ({ seconds, spreadPercent }) => [
    {
      verdict: 'suspect',
      when: any(
        lt('pace_mean_seconds', seconds),
        all(lt('pace_cv_percent', spreadPercent), lt('pace_mean_seconds', LONGEST_BEAT)),
      ),
    },
  ],
});
