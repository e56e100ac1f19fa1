import { all, eq } from '#platform/contract/condition.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';

/** Settings for one publisher and rules of people's own, on top of every rule at its default. */
export const special = (ruleSet: RuleSet): RuleSet => ({
  version: 11,
  rules: Object.fromEntries(
    Object.entries(ruleSet.rules).map(([id, rule], index) => [
      id,
      {
        ...rule,
        publishers: {
          p1: { mode: (['mark', 'fraud', 'suspect', 'off'] as const)[index % 4] ?? 'on' },
          p2: { limits: Object.fromEntries(Object.entries(rule.limits).map(([name, value]) => [name, value * 2])) },
        },
      },
    ]),
  ),
  custom: [
    {
      id: 'custom.vpn',
      title: 'Mine',
      reason: 'net.anonymizer',
      kinds: ['click', 'install'],
      mode: 'fraud',
      when: all(eq('ip_class', 'vpn'), eq('publisher', 'p2')),
    },
    {
      id: 'custom.source',
      title: 'Mine too',
      reason: 'dev.farm',
      kinds: ['click', 'visit'],
      mode: 'suspect',
      when: { not: { field: 'source_repeats', op: 'lt', value: 2 } },
    },
    {
      id: 'custom.blocked-publisher',
      title: 'Block list',
      reason: 'human.blocked',
      kinds: ['click', 'visit', 'install', 'impression'],
      mode: 'fraud',
      when: eq('campaign', 'c1'),
    },
  ],
});
