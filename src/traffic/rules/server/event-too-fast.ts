import { all, gt, gte, lt, not, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { AD_INCOME_EVENTS } from './event-kinds.ts';

export const eventTooFast = rule({
  id: 'event_too_fast',
  title: 'Purchase too soon after the install',
  method: 43,
  reason: 'evt.too_fast',
  stage: 'arrival',
  kinds: ['app_event'],
  needs: ['install_to_event_seconds'],
  looksAt: 'Money changes hands seconds after the first open. Nobody reads, chooses and pays so fast.',
  falsePositives:
    'Purchases that are restored when a returning person first opens the app. Revenue from ads shown at the start is left out by its usual names. For apps that sell on their first screen, lower the limit.',
  source:
    'interceptd (time to event); the floor is ours: first screens, the way to the offer, the sheet of the store and its confirmation',
  limits: {
    seconds: { label: 'Time from install to purchase under', unit: 'seconds', default: 40, min: 1, max: 3_600 },
  },
  // Five seconds to start, fifteen for the first screens, five to choose, fifteen for the sheet of the store and its
  // answer. An event before its install is a wrong order, not a fast event.
  cases: ({ seconds }) => [
    {
      verdict: 'suspect',
      when: all(
        lt('install_to_event_seconds', seconds),
        gte('install_to_event_seconds', 0),
        gt('revenue', 0),
        not(oneOf('event_name', [...AD_INCOME_EVENTS])),
      ),
    },
  ],
});
