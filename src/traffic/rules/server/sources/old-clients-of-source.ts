import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const oldClientsOfSource = rule({
  id: 'old_clients_of_source',
  title: 'Source full of old clients',
  method: 37,
  reason: 'dev.deprecated',
  stage: 'sweep',
  kinds: kindsOf('impression', 'click', 'install', 'video', 'visit'),
  needs: ['source_old_clients'],
  looksAt:
    'Browsers and systems long out of support make a large part of the source, while others of the package hardly have any.',
  falsePositives: 'Markets where old phones stay in use: raise the limit for that publisher.',
  startsAs: 'mark',
  source: 'Integr8 default filters',
  limits: {
    share: { label: 'Events of outdated browsers and systems: over', unit: 'percent', default: 50, min: 5, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_old_clients', share) }],
});
