/** Every file of this folder that declares a rule. Written by `npm run sync`. */
import type { Rule } from '#traffic/rules/contract/rule.ts';
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
import { lateStoreClick } from './late-store-click.ts';
import { malformedDeviceId } from './malformed-device-id.ts';
import { nonBrowser } from './non-browser.ts';
import { pixelStuffing } from './pixel-stuffing.ts';
import { reengagementLoop } from './reengagement-loop.ts';
import { referrerMismatch } from './referrer-mismatch.ts';
import { refusedByIntegrity } from './refused-by-integrity.ts';
import { refusedSignature } from './refused-signature.ts';
import { repeatedClickId } from './repeated-click-id.ts';
import { serverInserted } from './server-inserted.ts';
import { sharedClickId } from './shared-click-id.ts';
import { sharedDeviceId } from './shared-device-id.ts';
import { shortInstallTime } from './short-install-time.ts';
import { abroadEvent } from './sources/abroad-event.ts';
import { abroadSource } from './sources/abroad-source.ts';
import { alikeDelays } from './sources/alike-delays.ts';
import { alikeModels } from './sources/alike-models.ts';
import { alikeNeighbours } from './sources/alike-neighbours.ts';
import { boughtInstalls } from './sources/bought-installs.ts';
import { brokenIds } from './sources/broken-ids.ts';
import { clickFlooding } from './sources/click-flooding.ts';
import { clicksOfLeavers } from './sources/clicks-of-leavers.ts';
import { clicksOverImpressions } from './sources/clicks-over-impressions.ts';
import { clockwork } from './sources/clockwork.ts';
import { fastEventsOfSource } from './sources/fast-events-of-source.ts';
import { fewAddresses } from './sources/few-addresses.ts';
import { fewReturns } from './sources/few-returns.ts';
import { floodClicks } from './sources/flood-clicks.ts';
import { floodInstalls } from './sources/flood-installs.ts';
import { floodRepeats } from './sources/flood-repeats.ts';
import { goneAfterWeek } from './sources/gone-after-week.ts';
import { goneAtOnce } from './sources/gone-at-once.ts';
import { heavyUsers } from './sources/heavy-users.ts';
import { highConversion } from './sources/high-conversion.ts';
import { hostedEvent } from './sources/hosted-event.ts';
import { idsPerDevice } from './sources/ids-per-device.ts';
import { lateInstalls } from './sources/late-installs.ts';
import { manyPayers } from './sources/many-payers.ts';
import { meanInstallTime } from './sources/mean-install-time.ts';
import { neverClicked } from './sources/never-clicked.ts';
import { noNights } from './sources/no-nights.ts';
import { oddHours } from './sources/odd-hours.ts';
import { oldClientsOfSource } from './sources/old-clients-of-source.ts';
import { outsizeRevenue } from './sources/outsize-revenue.ts';
import { proxiedEvent } from './sources/proxied-event.ts';
import { rapidAddresses } from './sources/rapid-addresses.ts';
import { refreshingSource } from './sources/refreshing-source.ts';
import { repeatsOfSource } from './sources/repeats-of-source.ts';
import { richUsers } from './sources/rich-users.ts';
import { sameAgents } from './sources/same-agents.ts';
import { sameGoalTimes } from './sources/same-goal-times.ts';
import { sameInstallTimes } from './sources/same-install-times.ts';
import { shelfInstall } from './sources/shelf-install.ts';
import { signsOfSource } from './sources/signs-of-source.ts';
import { skippedSteps } from './sources/skipped-steps.ts';
import { unseenVersions } from './sources/unseen-versions.ts';
import { videoErrors } from './sources/video-errors.ts';
import { videosNeverComplete } from './sources/videos-never-complete.ts';
import { weightOfEvidence } from './sources/weight-of-evidence.ts';
import { spoofedCrawler } from './spoofed-crawler.ts';
import { stackedAds } from './stacked-ads.ts';
import { unauthorizedSeller } from './unauthorized-seller.ts';
import { unfilledIds } from './unfilled-ids.ts';
import { videoJump } from './video-jump.ts';
import { videoOrder } from './video-order.ts';

export const DECLARED: readonly Rule[] = [
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
  lateStoreClick,
  malformedDeviceId,
  nonBrowser,
  pixelStuffing,
  reengagementLoop,
  referrerMismatch,
  refusedByIntegrity,
  refusedSignature,
  repeatedClickId,
  serverInserted,
  sharedClickId,
  sharedDeviceId,
  shortInstallTime,
  abroadEvent,
  abroadSource,
  alikeDelays,
  alikeModels,
  alikeNeighbours,
  boughtInstalls,
  brokenIds,
  clickFlooding,
  clicksOfLeavers,
  clicksOverImpressions,
  clockwork,
  fastEventsOfSource,
  fewAddresses,
  fewReturns,
  floodClicks,
  floodInstalls,
  floodRepeats,
  goneAfterWeek,
  goneAtOnce,
  heavyUsers,
  highConversion,
  hostedEvent,
  idsPerDevice,
  lateInstalls,
  manyPayers,
  meanInstallTime,
  neverClicked,
  noNights,
  oddHours,
  oldClientsOfSource,
  outsizeRevenue,
  proxiedEvent,
  rapidAddresses,
  refreshingSource,
  repeatsOfSource,
  richUsers,
  sameAgents,
  sameGoalTimes,
  sameInstallTimes,
  shelfInstall,
  signsOfSource,
  skippedSteps,
  unseenVersions,
  videoErrors,
  videosNeverComplete,
  weightOfEvidence,
  spoofedCrawler,
  stackedAds,
  unauthorizedSeller,
  unfilledIds,
  videoJump,
  videoOrder,
];
