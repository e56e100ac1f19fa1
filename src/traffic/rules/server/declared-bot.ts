import { eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ALL_KINDS } from './event-kinds.ts';

export const declaredBot = rule({
  id: 'declared_bot',
  title: 'Declared bot',
  method: 1,
  reason: 'bot.declared',
  stage: 'arrival',
  kinds: ALL_KINDS,
  needs: ['ua_class'],
  looksAt: 'The agent names itself a crawler, monitor or preview service. Such a visitor does not buy and says so.',
  falsePositives: 'Odd in-app agents that look like a bot name, about 0.5 to 3 % of hits; white-list the agent.',
  source: 'MRC IVT addendum (declared bots and spiders); lists isbot and crawler-user-agents',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: eq('ua_class', 'bot') }],
});
