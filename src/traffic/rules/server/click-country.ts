import { known } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const clickCountry = rule({
  id: 'click_country',
  title: 'Click from another country',
  method: 12,
  reason: 'net.geo_mismatch',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['click_country_conflict'],
  looksAt: 'The click that claims the install came from another country than the install itself.',
  falsePositives: 'Travellers, and carriers that route a phone through another country. Usually under 1 % of installs.',
  source: 'jampp 2016 (click-to-install country mismatch: norm 0.7 %, source over 5 %)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: known('click_country_conflict') }],
});
