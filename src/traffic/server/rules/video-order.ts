import { known } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';

export const videoOrder = rule({
  id: 'video_order',
  title: 'Video events out of order',
  reason: 'vid.event_order',
  stage: 'arrival',
  kinds: ['vast_tracking'],
  needs: ['video_conflict'],
  looksAt:
    'Progress without a start, steps in the wrong order, or an end sooner than the video lasts: no player did this, a script sent it, all of it.',
  falsePositives:
    'People who skip and seek, and reports that got lost. One contradiction makes the events of the video suspect, two make them fraud.',
  source: 'VAST 4.2 tracking events; shares of the time a step takes at least are ours',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: { field: 'video_conflict', op: 'contains', value: '; ' } },
    { verdict: 'suspect', when: known('video_conflict') },
  ],
});
