import { all, any, lt, not, oneOf } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { AD_KINDS, VIDEO_KINDS } from './event-kinds.ts';

export const falseViewability = rule({
  id: 'false_viewability',
  title: 'Viewable too soon',
  method: 64,
  reason: 'imp.false_viewability',
  stage: 'arrival',
  kinds: AD_KINDS,
  needs: ['viewable_after_seconds'],
  looksAt: 'The ad was reported as viewed before the time had passed that a view takes.',
  falsePositives: 'Clocks that disagree between server and player. Alone it only makes an event suspect.',
  source: 'MRC viewable impression guidelines: 1 s on display, 2 s of video, after begin to render',
  limits: {
    displaySeconds: { label: 'Display ad viewable after less than', unit: 'seconds', default: 1, min: 1, max: 60 },
    videoSeconds: { label: 'Video ad viewable after less than', unit: 'seconds', default: 2, min: 1, max: 60 },
  },
  cases: ({ displaySeconds, videoSeconds }) => [
    {
      verdict: 'suspect',
      when: any(
        all(lt('viewable_after_seconds', videoSeconds), oneOf('kind', [...VIDEO_KINDS])),
        all(lt('viewable_after_seconds', displaySeconds), not(oneOf('kind', [...VIDEO_KINDS]))),
      ),
    },
  ],
});
