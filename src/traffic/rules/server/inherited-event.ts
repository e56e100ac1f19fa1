import { all, eq, known, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const inheritedEvent = rule({
  id: 'inherited_event',
  title: 'Inherited from the install',
  method: 46,
  reason: 'evt.inherited',
  stage: 'arrival',
  kinds: ['click', 'app_event', 're_event'],
  needs: ['origin_reason', 'origin_verdict'],
  looksAt:
    'The event belongs to an install that was judged fraudulent or suspect, or is the click that brought it, and is called what its install is. What such an install does is not a customer, and its click earned nothing.',
  falsePositives: 'None of its own: once the install is judged clean, its events and its click are clean too.',
  source:
    'AppsFlyer Protect360 (in-app events of fraudulent installs); of clicks: the same source, 30 days at most (the longest window of networks)',
  limits: {},
  // Who was booked twice is a real customer: only the second booking is not paid.
  cases: () => {
    const inherits = all(known('origin_reason'), not(eq('origin_reason', 'ins.duplicate')));
    return [
      { verdict: 'fraud', when: all(inherits, eq('origin_verdict', 'fraud')) },
      { verdict: 'suspect', when: inherits },
    ];
  },
});
