import type { AnyBoard } from '../board.ts';
import { appClick, appClickImpression, appEvent, appInstall, appReClick, appReEvent } from './app.ts';
import { brandSafety, brandSafetyFile } from './brand-safety.ts';
import { clickIntegrity, clickIntegritySources, impressionIntegrity, impressionIntegritySources } from './integrity.ts';
import { appSummary, eventSummary, webSummary } from './publisher-summary.ts';
import { searchAds } from './search-ads.ts';
import { webClick, webEvent, webImpression, webVisit } from './web.ts';
import { webProxy } from './web-proxy.ts';

/** Every board of the product. */
export const BOARDS: readonly AnyBoard[] = [
  webVisit,
  webClick,
  webImpression,
  webEvent,
  searchAds,
  webProxy,
  appInstall,
  appClick,
  appEvent,
  appReClick,
  appReEvent,
  appClickImpression,
  webSummary,
  appSummary,
  eventSummary,
  brandSafety,
  brandSafetyFile,
  clickIntegrity,
  clickIntegritySources,
  impressionIntegrity,
  impressionIntegritySources,
];
