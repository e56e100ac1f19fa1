import type { Rule, RuleSet } from '../../contract/rule.ts';
import { anonymizer } from './anonymizer.ts';
import { automatedBrowser } from './automated-browser.ts';
import { clickFrequency } from './click-frequency.ts';
import { clickInjection } from './click-injection.ts';
import { dataCenter } from './data-center.ts';
import { declaredBot } from './declared-bot.ts';
import { deprecatedClient } from './deprecated-client.ts';
import { duplicateClick } from './duplicate-click.ts';
import { duplicateInstall } from './duplicate-install.ts';
import { emulator } from './emulator.ts';
import { fastClick } from './fast-click.ts';
import { implausibleDevice } from './implausible-device.ts';
import { inheritedEvent } from './inherited-event.ts';
import { malformedDeviceId } from './malformed-device-id.ts';
import { nonBrowser } from './non-browser.ts';
import { shortInstallTime } from './short-install-time.ts';
import { spoofedCrawler } from './spoofed-crawler.ts';

/** Every rule of the product. Order means nothing here; `REASON_ORDER` ranks the hits. */
export const RULES: readonly Rule[] = [
  anonymizer,
  automatedBrowser,
  clickFrequency,
  clickInjection,
  dataCenter,
  declaredBot,
  deprecatedClient,
  duplicateClick,
  duplicateInstall,
  emulator,
  fastClick,
  implausibleDevice,
  inheritedEvent,
  malformedDeviceId,
  nonBrowser,
  shortInstallTime,
  spoofedCrawler,
];

/** What a new package begins with: every rule on, at its default limits. */
export const defaultRuleSet = (version = 1): RuleSet => ({
  version,
  rules: Object.fromEntries(RULES.map((rule) => [rule.id, { mode: 'on', limits: defaultLimits(rule) }])),
});

export const defaultLimits = (rule: Rule): Record<string, number> =>
  Object.fromEntries(Object.entries(rule.limits).map(([name, limit]) => [name, limit.default]));
