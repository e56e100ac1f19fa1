import { type CodeOf, refusals } from '#platform/contract/message.ts';

/** What keeps a rule set from being saved. Values are ids and numbers. */
export const REFUSALS = refusals({
  unknown_rule: 'There is no rule {{rule}}',
  too_many_settings: 'At most {{most}} different settings of publishers in all rules; publishers set alike count once',
  too_many_own_rules: 'At most {{most}} rules of your own',
  too_many_publishers: '{{rule}}: At most {{most}} publishers with settings of their own',
  publisher_unnamed: '{{rule}}: Name the publisher',
  unknown_limit: '{{rule}} has no limit {{limit}}',
  limit_outside: '{{rule}}: {{limit}} is between {{min}} and {{max}}',
  limit_outside_for: '{{rule}}, {{publisher}}: {{limit}} is between {{min}} and {{max}}',
  limits_contradict: '{{rule}}: {{limit}} ({{value}}) must not be under {{other}} ({{than}})',
  limits_contradict_for: '{{rule}}, {{publisher}}: {{limit}} ({{value}}) must not be under {{other}} ({{than}})',
  rule_id: 'The id is custom. followed by letters, digits, - and _',
  rule_twice: 'There are two rules {{rule}}',
  rule_unnamed: 'Name the rule',
  unknown_reason: 'There is no reason {{reason}} for rules',
  no_kinds: '{{rule}}: Choose the kinds of events it looks at',
  condition_empty: '{{rule}}: The condition names nothing',
  condition: '{{rule}}: {{problem}}',
  condition_at: '{{rule}}, condition {{place}}: {{problem}}',
});

export type RefusalCode = CodeOf<typeof REFUSALS>;
