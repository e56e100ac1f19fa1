import { all, eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ALL_KINDS } from './event-kinds.ts';

export const declaredBot = rule({
  id: 'declared_bot',
  title: 'Declared bot',
  method: 1,
  reason: 'bot.declared',
  stage: 'arrival',
  kinds: ALL_KINDS,
  needs: ['ua_class', 'crawler_check'],
  looksAt:
    'The user agent names itself a crawler, monitor or preview service. Such a visitor does not buy and says so: a known bot, filtered out of total, clean, suspect and fraud, with a figure of its own. Set the rule to fraud to count it as such. Whoever poses as a crawler from a foreign network is fraud.',
  falsePositives:
    'In-app browsers whose user agent happens to look like a bot’s name, about 0.5 to 3 % of hits: white-list that user agent.',
  source: 'MRC IVT addendum (declared bots and spiders); lists isbot and crawler-user-agents',
  limits: {},
  // The second grade says on the card why such a crawler was neither proven nor accused.
  cases: () => [
    { verdict: 'fraud', when: all(eq('ua_class', 'bot'), eq('crawler_check', 'spoofed')) },
    { verdict: 'filtered', when: all(eq('ua_class', 'bot'), eq('crawler_check', 'before_list')) },
    { verdict: 'filtered', when: eq('ua_class', 'bot') },
  ],
});
