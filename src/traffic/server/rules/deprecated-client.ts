import { all, any, gt, oneOf } from '#platform/contract/condition.ts';
import { rule } from '../../contract/rule.ts';
import { BROWSER_KINDS, VIDEO_KINDS } from './event-kinds.ts';

export const deprecatedClient = rule({
  id: 'deprecated_client',
  title: 'Deprecated browser or OS',
  reason: 'dev.deprecated',
  stage: 'arrival',
  kinds: BROWSER_KINDS,
  needs: ['browser_age_months', 'os_unsupported_months'],
  looksAt: 'Browsers renew themselves; one that is years old is mostly a program that copies an old agent.',
  falsePositives:
    'Browsers of televisions and kiosks that nobody updates; in video, markets where old phones stay in use.',
  source:
    'Integr8 default filters; the spec counts deprecated clients of video as invalid. Outside video the age of the system decides nothing: nearly all it called on labelled traffic were honest old phones',
  limits: {
    browserMonths: { label: 'Age of the browser', unit: 'months', default: 36, min: 6, max: 240 },
    osMonths: { label: 'System out of support for', unit: 'months', default: 24, min: 0, max: 240 },
  },
  cases: ({ browserMonths, osMonths }) => {
    const oldBrowser = gt('browser_age_months', browserMonths);
    const oldSystem = gt('os_unsupported_months', osMonths);
    return [
      { verdict: 'fraud', when: all(any(oldBrowser, oldSystem), oneOf('kind', [...VIDEO_KINDS])) },
      // Browsers renew themselves, systems do not: in poor markets honest phones live on for years without support.
      { verdict: 'suspect', when: oldBrowser },
    ];
  },
});
