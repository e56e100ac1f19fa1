import { all, eq, gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const stackedAds = rule({
  id: 'stacked_ads',
  title: 'Ads stacked in one place',
  method: 55,
  reason: 'imp.stacking',
  stage: 'arrival',
  kinds: ['impression', 'click_impression'],
  needs: ['stacked_campaigns', 'device_id_class'],
  looksAt:
    'Several campaigns were shown to one person in one placement in the same second. At most the topmost was seen.',
  falsePositives:
    'Two refreshes that overtake each other show two ads. Without a device id, many people behind one address may look like one, so it is only suspect.',
  source: 'DECAF; DoubleVerify (stacked ads); the number of campaigns is ours',
  limits: {
    campaigns: {
      label: 'Campaigns in one place within a second: at least',
      unit: 'events',
      default: 3,
      min: 2,
      max: 100,
    },
  },
  cases: ({ campaigns }) => [
    { verdict: 'fraud', when: all(gte('stacked_campaigns', campaigns), eq('device_id_class', 'valid')) },
    { verdict: 'suspect', when: gte('stacked_campaigns', campaigns) },
  ],
});
