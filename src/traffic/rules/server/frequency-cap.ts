import { all, any, eq, gt, not } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const frequencyCap = rule({
  id: 'frequency_cap',
  title: 'Above the frequency cap',
  method: 62,
  reason: 'imp.frequency_cap',
  stage: 'arrival',
  kinds: ['impression', 'click_impression', 'vast_request'],
  needs: ['campaign_views_24h', 'device_id_class'],
  looksAt:
    'One person was shown one campaign more often within a day than was agreed. What goes beyond is not billable.',
  falsePositives:
    'Television sets that a household shares. For display ads only people with a device id count: an office behind one address is not one person.',
  source: 'Practice of video campaigns (three a day); the cap of display is ours',
  limits: {
    video: { label: 'Video requests in 24 hours: more than', unit: 'events', default: 3, min: 1, max: 1_000 },
    display: { label: 'Impressions in 24 hours: more than', unit: 'events', default: 20, min: 1, max: 10_000 },
  },
  cases: ({ video, display }) => [
    {
      verdict: 'suspect',
      when: any(
        all(gt('campaign_views_24h', video), eq('kind', 'vast_request')),
        all(gt('campaign_views_24h', display), not(eq('kind', 'vast_request')), eq('device_id_class', 'valid')),
      ),
    },
  ],
});
