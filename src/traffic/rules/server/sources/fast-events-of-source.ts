import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const fastEventsOfSource = rule({
  id: 'fast_events_of_source',
  title: 'Events right after the install',
  method: 43,
  reason: 'evt.too_fast',
  stage: 'sweep',
  kinds: kindsOf('event'),
  needs: ['source_fast_events'],
  looksAt: 'Within ten seconds of the first open nobody has registered or bought anything. Scripts have.',
  falsePositives: 'Returning customers who are signed in at once.',
  source: 'interceptd; threshold of the field report',
  limits: {
    share: {
      label: 'Events within ten seconds of the install, of all of the source: over',
      unit: 'percent',
      default: 10,
      min: 1,
      max: 100,
    },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_fast_events', share) }],
});
