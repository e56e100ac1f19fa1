import { eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ALL_KINDS } from './event-kinds.ts';

export const automatedBrowser = rule({
  id: 'automated_browser',
  title: 'Automated browser',
  method: 5,
  reason: 'bot.automation',
  stage: 'arrival',
  kinds: ALL_KINDS,
  needs: ['ua_class'],
  looksAt: 'The user agent is that of a headless or driven browser: a program opens the page, nobody sees it.',
  falsePositives:
    'Your own tests and monitoring: white-list their addresses. In rare cases, browsers that protect privacy.',
  source: 'MRC IVT addendum (non-rendering clients); fingerprintjs BotD',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: eq('ua_class', 'headless') }],
});
