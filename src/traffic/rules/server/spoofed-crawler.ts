import { eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { ALL_KINDS } from './event-kinds.ts';

export const spoofedCrawler = rule({
  id: 'spoofed_crawler',
  title: 'Spoofed crawler',
  method: 2,
  reason: 'bot.spoofed_crawler',
  stage: 'arrival',
  kinds: ALL_KINDS,
  needs: ['crawler_check'],
  looksAt: 'The user agent names a crawler that publishes its networks, and the address is in none of them.',
  falsePositives: 'Crawlers that have published new ranges since the list was loaded: renew the list weekly.',
  source: 'Published address ranges of the crawlers (Googlebot, Bingbot and others); MRC IVT addendum',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: eq('crawler_check', 'spoofed') }],
});
