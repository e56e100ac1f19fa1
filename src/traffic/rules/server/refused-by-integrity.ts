import { all, any, eq, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

/** What links and conversions note of a rule somebody published is its name behind this. */
const BY_RULE = { field: 'handling_reason', op: 'startsWith', value: 'rule: ' } as const;
const BY_PLACE = eq('handling_reason', 'place');

export const refusedByIntegrity = rule({
  id: 'refused_by_integrity',
  title: 'Refused by a rule of integrity',
  method: 71,
  reason: 'human.refused',
  stage: 'arrival',
  kinds: ['click', 'impression', 'install', 'app_event', 'web_event'],
  needs: [],
  looksAt:
    'A rule of integrity that the package has published blocked this click or impression of an own link: nobody was led on, and nothing is paid. What a rule only flagged, what came from outside the places of its campaign, and conversions that a rule of user acquisition refused are suspect. The name of the rule is the handling reason.',
  falsePositives:
    'Whoever a rule of yours means by mistake: the test page of integrity shows what each rule sees, before it is published. Travellers and carriers that route a phone through another country come from outside the places. Set the rule to mark where a refusal shall not count as invalid.',
  source: 'Rules the package publishes for itself; MRC IVT addendum (filtration by policy, reported apart)',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: all(BY_RULE, oneOf('handling', ['ended', 'blocked'])) },
    { verdict: 'suspect', when: any(BY_RULE, BY_PLACE) },
  ],
  aspects: () => [{ id: 'place', title: 'Outside the places of the campaign', when: BY_PLACE }],
});
