import { any, gt } from '#platform/contract/condition.ts';
import { rule } from '#traffic/rules/contract/rule.ts';
import { VIDEO_KINDS } from './event-kinds.ts';

export const deprecatedClient = rule({
  id: 'deprecated_client',
  title: 'Deprecated browser or OS',
  method: 37,
  reason: 'dev.deprecated',
  stage: 'arrival',
  kinds: VIDEO_KINDS,
  needs: ['browser_age_months', 'os_unsupported_months'],
  looksAt:
    'A video player on a browser or system that is out of support for years is mostly a program that copies an old user agent.',
  falsePositives: 'Browsers of televisions and kiosks that nobody updates, and markets where old phones stay in use.',
  source: 'Integr8 default filters; the spec counts deprecated clients of video as invalid',
  limits: {
    browserMonths: { label: 'Age of the browser: more than', unit: 'months', default: 36, min: 6, max: 240 },
    osMonths: { label: 'System out of support for more than', unit: 'months', default: 24, min: 0, max: 240 },
  },
  cases: ({ browserMonths, osMonths }) => [
    { verdict: 'fraud', when: any(gt('browser_age_months', browserMonths), gt('os_unsupported_months', osMonths)) },
  ],
});
