import type { Rule, RuleSet } from '#traffic/rules/contract/rule.ts';
import { activeUser } from './active-user.ts';
import { anonymizer } from './anonymizer.ts';
import { autoRefresh } from './auto-refresh.ts';
import { automatedBrowser } from './automated-browser.ts';
import { blockBurst } from './block-burst.ts';
import { brokenOrder } from './broken-order.ts';
import { clickCountry } from './click-country.ts';
import { clickDevice } from './click-device.ts';
import { clickFrequency } from './click-frequency.ts';
import { clickInjection } from './click-injection.ts';
import { dataCenter } from './data-center.ts';
import { declaredBot } from './declared-bot.ts';
import { deprecatedBrowser } from './deprecated-browser.ts';
import { deprecatedClient } from './deprecated-client.ts';
import { domainSpoofing } from './domain-spoofing.ts';
import { duplicateClick } from './duplicate-click.ts';
import { duplicateInstall } from './duplicate-install.ts';
import { duplicateOrder } from './duplicate-order.ts';
import { emulator } from './emulator.ts';
import { evenPaging } from './even-paging.ts';
import { eventTooFast } from './event-too-fast.ts';
import { failedReceipt } from './failed-receipt.ts';
import { fakeLead } from './fake-lead.ts';
import { falseViewability } from './false-viewability.ts';
import { fastClick } from './fast-click.ts';
import { frequencyCap } from './frequency-cap.ts';
import { geoMismatch } from './geo-mismatch.ts';
import { hostedPerson } from './hosted-person.ts';
import { hyperEngagement } from './hyper-engagement.ts';
import { idReset } from './id-reset.ts';
import { implausibleDevice } from './implausible-device.ts';
import { inheritedEvent } from './inherited-event.ts';
import { malformedDeviceId } from './malformed-device-id.ts';
import { nonBrowser } from './non-browser.ts';
import { pixelStuffing } from './pixel-stuffing.ts';
import { reengagementLoop } from './reengagement-loop.ts';
import { referrerMismatch } from './referrer-mismatch.ts';
import { repeatedClickId } from './repeated-click-id.ts';
import { serverInserted } from './server-inserted.ts';
import { shortInstallTime } from './short-install-time.ts';
import { SOURCE_RULES } from './sources/registry.ts';
import { spoofedCrawler } from './spoofed-crawler.ts';
import { stackedAds } from './stacked-ads.ts';
import { videoJump } from './video-jump.ts';
import { videoOrder } from './video-order.ts';

/** Every rule of the product. Order means nothing here; `REASON_ORDER` ranks the hits. */
export const RULES: readonly Rule[] = [
  ...SOURCE_RULES,
  activeUser,
  anonymizer,
  autoRefresh,
  automatedBrowser,
  blockBurst,
  brokenOrder,
  clickCountry,
  clickDevice,
  clickFrequency,
  clickInjection,
  dataCenter,
  declaredBot,
  deprecatedBrowser,
  deprecatedClient,
  domainSpoofing,
  duplicateClick,
  duplicateInstall,
  duplicateOrder,
  emulator,
  evenPaging,
  eventTooFast,
  failedReceipt,
  fakeLead,
  falseViewability,
  fastClick,
  frequencyCap,
  geoMismatch,
  hostedPerson,
  hyperEngagement,
  idReset,
  implausibleDevice,
  inheritedEvent,
  malformedDeviceId,
  nonBrowser,
  pixelStuffing,
  reengagementLoop,
  referrerMismatch,
  repeatedClickId,
  serverInserted,
  shortInstallTime,
  spoofedCrawler,
  stackedAds,
  videoJump,
  videoOrder,
];

/** What a new package begins with: every rule on, at its default limits. */
export const defaultRuleSet = (version = 1): RuleSet => ({
  version,
  rules: Object.fromEntries(
    RULES.map((rule) => [rule.id, { mode: rule.startsAs ?? 'on', limits: defaultLimits(rule) }]),
  ),
});

export const defaultLimits = (rule: Rule): Record<string, number> =>
  Object.fromEntries(Object.entries(rule.limits).map(([name, limit]) => [name, limit.default]));
