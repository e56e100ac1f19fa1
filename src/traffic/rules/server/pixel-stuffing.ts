import { any, lte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { AD_KINDS } from './event-kinds.ts';

export const pixelStuffing = rule({
  id: 'pixel_stuffing',
  title: 'Ad too small to be seen',
  method: 56,
  reason: 'imp.pixel_stuffing',
  stage: 'arrival',
  kinds: AD_KINDS,
  needs: ['ad_area'],
  looksAt: 'The frame of the ad is a pixel wide or high, or hardly larger than a dot. Nobody can have seen it.',
  falsePositives: 'Tracking pixels that are booked as ads: a configuration error, but still not an impression.',
  source: 'MRC IVT addendum (invalid placements: 0x0, 1x1, invisible); at most 1 px a side or 100 square pixels',
  limits: {},
  cases: () => [{ verdict: 'fraud', when: any(lte('ad_area', 100), lte('ad_width', 1), lte('ad_height', 1)) }],
});
