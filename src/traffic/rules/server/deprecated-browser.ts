import { gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { BROWSER_KINDS, VIDEO_KINDS } from './event-kinds.ts';

const isVideo = (kind: string): boolean => VIDEO_KINDS.some((video) => video === kind);

export const deprecatedBrowser = rule({
  id: 'deprecated_browser',
  title: 'Deprecated browser',
  method: 37,
  reason: 'dev.deprecated',
  stage: 'arrival',
  kinds: BROWSER_KINDS.filter((kind) => !isVideo(kind)),
  needs: ['browser_age_months'],
  looksAt: 'Browsers update themselves; one that is years old may be a program that copies an old user agent.',
  falsePositives:
    'Old computers and phones that get no updates any more: nearly all hits on traffic whose truth is known. Outside video only the share of such browsers at a source says something, so a single event is only marked.',
  startsAs: 'mark',
  source:
    'Field report: outside video the share of a source counts (50 % of 100 events), policy for single events; Integr8 default filters',
  limits: { browserMonths: { label: 'Age of the browser: more than', unit: 'months', default: 36, min: 6, max: 240 } },
  cases: ({ browserMonths }) => [{ verdict: 'suspect', when: gt('browser_age_months', browserMonths) }],
});
