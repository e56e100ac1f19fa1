import { rule } from '#traffic/rules/contract/rule.ts';

export const videoJump = rule({
  id: 'video_jump',
  title: 'Video shorter than it lasts',
  method: 65,
  reason: 'vid.event_order',
  stage: 'arrival',
  kinds: ['vast_tracking'],
  needs: ['video_conflict'],
  startsAs: 'mark',
  looksAt:
    'The video ended sooner than it lasts, and one skip or seek would explain it. Where ads cannot be skipped, nothing does.',
  falsePositives:
    'Viewers who skip or seek, and a first report that came late. The rule only marks, until somebody whose ads cannot be skipped sets it otherwise.',
  source: 'VAST 4.2 (complete: played to the end at normal speed)',
  limits: {},
  cases: () => [{ verdict: 'suspect', when: { field: 'video_conflict', op: 'contains', value: 'one jump' } }],
});
