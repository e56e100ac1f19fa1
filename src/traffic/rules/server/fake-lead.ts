import { all, any, eq, lt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const fakeLead = rule({
  id: 'fake_lead',
  title: 'Lead nobody filled in',
  method: 68,
  reason: 'evt.lead_fake',
  stage: 'arrival',
  kinds: ['web_event'],
  needs: ['email_class'],
  looksAt:
    'The form was filled in faster than anybody types, or with a throw-away address; with both, nobody was there.',
  falsePositives:
    'Browsers that fill in forms, and people who do not give their real address. One sign is suspect, two are fraud.',
  source: 'Practice of lead audits; list disposable-email-domains (CC0); the time is ours',
  limits: { seconds: { label: 'Form filled in within less than', unit: 'seconds', default: 3, min: 1, max: 600 } },
  cases: ({ seconds }) => [
    { verdict: 'fraud', when: all(eq('email_class', 'disposable'), lt('fill_seconds', seconds)) },
    { verdict: 'suspect', when: any(eq('email_class', 'disposable'), lt('fill_seconds', seconds)) },
  ],
});
