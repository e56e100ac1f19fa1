import { gte } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const sharedClickId = rule({
  id: 'shared_click_id',
  title: 'One click claims several people',
  method: 39,
  reason: 'ins.sdk_spoofing',
  stage: 'arrival',
  kinds: ['install'],
  needs: ['click_id_installers'],
  looksAt:
    'A click has one id and brings one person. Installs of several people that quote the same click were made up around a recorded one, or claimed for it.',
  falsePositives:
    'Partners that write the id of a campaign into the column of the click: more than 20 people under one id count as that. A person who moved to a new phone and followed the old link.',
  source: 'Adjust (SDK spoofing replays recorded calls); IAB click measurement guidelines; default ours',
  limits: {
    persons: { label: 'People who claim one click: at least', unit: 'events', default: 2, min: 2, max: 20 },
  },
  cases: ({ persons }) => [{ verdict: 'suspect', when: gte('click_id_installers', persons) }],
});
