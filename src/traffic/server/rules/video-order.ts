import { all, eq, known, not } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';

export const videoOrder = rule({
  id: 'video_order',
  title: 'Video events out of order',
  reason: 'vid.event_order',
  stage: 'arrival',
  kinds: ['vast_tracking'],
  needs: ['video_conflict'],
  looksAt:
    'Steps in the wrong order, or an end sooner than the video lasts, or both without a start: no player did this, a script sent it, all of it.',
  falsePositives:
    'People who skip and seek. Reports get lost, so a missing start alone says nothing. One contradiction makes the events of the video suspect, two make them fraud.',
  source: 'VAST 4.2 tracking events; shares of the time a step takes at least are ours',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: { field: 'video_conflict', op: 'contains', value: '; ' } },
    // A start alone that is missing is a report that got lost.
    { verdict: 'suspect', when: all(known('video_conflict'), not(eq('video_conflict', 'no start'))) },
  ],
});
