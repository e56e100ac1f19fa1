import type { Rule } from '#traffic/rules/contract/rule.ts';
import { abroadSource } from './abroad-source.ts';
import { alikeDelays } from './alike-delays.ts';
import { alikeModels } from './alike-models.ts';
import { alikeNeighbours } from './alike-neighbours.ts';
import { boughtInstalls } from './bought-installs.ts';
import { brokenIds } from './broken-ids.ts';
import { clickFlooding } from './click-flooding.ts';
import { clicksOverImpressions } from './clicks-over-impressions.ts';
import { clockwork } from './clockwork.ts';
import { fastEventsOfSource } from './fast-events-of-source.ts';
import { fewAddresses } from './few-addresses.ts';
import { fewReturns } from './few-returns.ts';
import { goneAfterWeek } from './gone-after-week.ts';
import { goneAtOnce } from './gone-at-once.ts';
import { heavyUsers } from './heavy-users.ts';
import { highConversion } from './high-conversion.ts';
import { idsPerDevice } from './ids-per-device.ts';
import { lateInstalls } from './late-installs.ts';
import { manyPayers } from './many-payers.ts';
import { meanInstallTime } from './mean-install-time.ts';
import { neverClicked } from './never-clicked.ts';
import { noNights } from './no-nights.ts';
import { oddHours } from './odd-hours.ts';
import { oldClientsOfSource } from './old-clients-of-source.ts';
import { outsizeRevenue } from './outsize-revenue.ts';
import { rapidAddresses } from './rapid-addresses.ts';
import { repeatsOfSource } from './repeats-of-source.ts';
import { richUsers } from './rich-users.ts';
import { sameAgents } from './same-agents.ts';
import { sameInstallTimes } from './same-install-times.ts';
import { videoErrors } from './video-errors.ts';
import { videosNeverComplete } from './videos-never-complete.ts';

/** Rules on what a source did. Statistics: each says suspect and never more; see `decide` for what makes it fraud. */
export const SOURCE_RULES: readonly Rule[] = [
  abroadSource,
  alikeDelays,
  alikeModels,
  alikeNeighbours,
  boughtInstalls,
  brokenIds,
  clickFlooding,
  clicksOverImpressions,
  clockwork,
  fastEventsOfSource,
  fewAddresses,
  fewReturns,
  goneAfterWeek,
  goneAtOnce,
  heavyUsers,
  highConversion,
  idsPerDevice,
  lateInstalls,
  manyPayers,
  meanInstallTime,
  neverClicked,
  noNights,
  oddHours,
  oldClientsOfSource,
  outsizeRevenue,
  rapidAddresses,
  repeatsOfSource,
  richUsers,
  sameAgents,
  sameInstallTimes,
  videoErrors,
  videosNeverComplete,
];
