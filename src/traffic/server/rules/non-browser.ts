import { oneOf } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';
import { BROWSER_KINDS } from './event-kinds.ts';

export const nonBrowser = rule({
  id: 'non_browser',
  title: 'Not a browser',
  reason: 'bot.non_browser',
  stage: 'arrival',
  kinds: BROWSER_KINDS,
  needs: ['ua_class'],
  looksAt:
    'The agent is an HTTP library or tool, blank or malformed, where a browser must be. People click in browsers.',
  falsePositives: 'Clicks and video requests passed on from server to server without the agent of the person.',
  source: 'MRC IVT addendum (non-browser agents); Pixalate blankUserAgent',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: oneOf('ua_class', ['library', 'malformed', 'empty']) }],
});
