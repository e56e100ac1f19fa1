import { lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const autoRefresh = rule({
  id: 'auto_refresh',
  title: 'Slot that refreshes itself',
  method: 57,
  reason: 'imp.auto_refresh',
  stage: 'arrival',
  kinds: ['impression', 'click_impression'],
  needs: ['pace_mean_seconds'],
  looksAt: 'One slot shows one person ad after ad, too quickly: the page reloads them, the person does nothing.',
  falsePositives:
    'Picture galleries that people click through. Declared refreshes (live scores) are just as regular, but slower. A matter of quality: suspect at most.',
  source: 'MRC on auto-refresh (MediaPost); Pixalate autoreloader; 30 s ours',
  limits: {
    seconds: { label: 'Average of the last ten intervals under', unit: 'seconds', default: 30, min: 1, max: 600 },
  },
  cases: ({ seconds }) => [
    {
      verdict: 'suspect',
      when: lt('pace_mean_seconds', seconds),
    },
  ],
});
