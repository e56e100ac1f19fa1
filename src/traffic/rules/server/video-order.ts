import { any, type Condition, eq, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';

export const videoOrder = rule({
  id: 'video_order',
  title: 'Video events out of order',
  method: 65,
  reason: 'vid.event_order',
  stage: 'arrival',
  kinds: ['vast_request', 'vast_tracking'],
  needs: ['video_conflict'],
  looksAt:
    'Progress that no player reports whatever its viewer does: faster than the video runs even when one skip or seek is granted, or backwards more than once. A script sent it, all of it, and asked for the video.',
  falsePositives:
    'A skip, a seek, a lost or late report, reports that overtake each other: none of these counts by itself; a lost start together with a jump makes an event suspect. If the declared length is longer than the file, every video of the ad looks too fast.',
  source:
    'VAST 4.2: quartiles and the end come by shares of the length, the end when the creative was played at normal speed; that a tenth of the time may be missing is of the field report',
  limits: {},
  cases: () => [
    { verdict: 'fraud', when: oneOf('video_conflict', TWICE) },
    {
      verdict: 'suspect',
      when: any(says('too fast'), says('wrong order'), eq('video_conflict', 'no start; one jump')),
    },
  ],
});

/** Two signs, none of which one jump explains. */
const TWICE = [
  'no start; wrong order',
  'no start; too fast',
  'wrong order; too fast',
  'no start; wrong order; too fast',
];

const says = (sign: string): Condition => ({ field: 'video_conflict', op: 'contains', value: sign });
