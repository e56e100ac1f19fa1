import { all, any, eq, known, not, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { BROWSER_KINDS } from './event-kinds.ts';

export const nonBrowser = rule({
  id: 'non_browser',
  title: 'Not a browser',
  method: 3,
  reason: 'bot.non_browser',
  stage: 'arrival',
  kinds: BROWSER_KINDS,
  needs: ['ua_class'],
  looksAt:
    'The user agent is an HTTP library or tool, blank or malformed, where a browser must be. People click in browsers.',
  falsePositives:
    'Clicks and video requests that one server passes on to another under its own user agent. Where a device is reported and the user agent is blank, it was lost on the way and does not count.',
  source: 'MRC IVT addendum (non-browser agents); Pixalate blankUserAgent',
  limits: {},
  cases: () => [
    {
      verdict: 'fraud',
      when: any(oneOf('ua_class', ['library', 'malformed']), all(eq('ua_class', 'empty'), NOTHING_OF_THE_DEVICE)),
    },
  ],
});

/** A source that knows the device had an agent too and left it out: that is its report, not the client. */
const NOTHING_OF_THE_DEVICE = not(any(known('device_model'), known('declared_os')));
