import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { kindsOf } from './kinds-of.ts';

export const unseenVersions = rule({
  id: 'unseen_versions',
  title: 'Versions nobody else brings',
  method: 39,
  reason: 'ins.sdk_spoofing',
  stage: 'sweep',
  kinds: kindsOf('install'),
  needs: ['source_unseen_versions'],
  looksAt:
    'Everybody gets the app from the same store. Where most installs of a source report a version of app or SDK that hardly anybody else has, organic users least of all, no store handed it out: a program writes it (SDK spoofing).',
  falsePositives:
    'Phones sold with the app on them, other stores and test versions that only one partner brings: they have versions of their own. Clear such a source.',
  startsAs: 'mark',
  source: 'Kochava SDK outliers; Adjust (SDK spoofing); the limit is ours',
  limits: {
    share: { label: 'Installs of versions nobody else brings: over', unit: 'percent', default: 50, min: 5, max: 100 },
  },
  cases: ({ share }) => [{ verdict: 'suspect', when: gt('source_unseen_versions', share) }],
});
