import { any, eq } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { AD_KINDS } from './event-kinds.ts';

export const unauthorizedSeller = rule({
  id: 'unauthorized_seller',
  title: 'Seller is not authorised',
  method: 59,
  reason: 'imp.unauthorized_seller',
  stage: 'arrival',
  kinds: [...AD_KINDS, 'click'],
  needs: ['seller_check'],
  looksAt:
    'The ad was sold by an account at an exchange that the ads.txt of the site, or the app-ads.txt of the app, does not name, or that the sellers.json of the exchange does not know. Files that are kept are compared, each for the time it was in force.',
  falsePositives:
    'Exchanges that reports name by another domain than ads.txt does, accounts that were renamed, and files changed minutes before. What came before a file was first read is left out.',
  source: 'IAB Tech Lab ads.txt 1.1 and sellers.json; OpenRTB no-bid reason 12 (ads.txt violation)',
  limits: {},
  cases: () => [
    { verdict: 'suspect', when: any(eq('seller_check', 'unauthorised'), eq('seller_check', 'unknown_seller')) },
  ],
});
