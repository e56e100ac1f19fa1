import type { Scenario } from '../scenario.ts';
import { EVENT_FRAUD, REENGAGEMENT_LOOPS } from './after-install.ts';
import { CLICK_FLOODING } from './click-flooding.ts';
import { CLICK_BURSTS, DUPLICATE_CLICKS, FAST_CLICKS } from './clicks.ts';
import { DEVICE_FARM, ID_RESET } from './farms.ts';
import { AD_STACKING, AUTO_REFRESH, PIXEL_STUFFING } from './hidden-ads.ts';
import { CLICK_INJECTION } from './injection.ts';
import { DOMAIN_SPOOFING, GEO_MASKING } from './masks.ts';
import { DUPLICATE_INSTALLS, INCENT_INSTALLS } from './paid-people.ts';
import { REVENUE_INFLATION, SPREAD_PURCHASES } from './purchases.ts';
import { DATACENTER_BOTS, RESIDENTIAL_PROXIES, SPOOFED_CRAWLERS } from './robots.ts';
import { SHORT_STAY } from './short-stay.ts';
import { EMULATED_PHONES, SDK_SPOOFING } from './spoofing.ts';
import { HIDDEN_PLAYERS, VIDEO_SCRIPTS } from './videos.ts';

/** Every way of cheating the bench plays. */
export const SCENARIOS: readonly Scenario[] = [
  ...CLICK_FLOODING,
  CLICK_INJECTION,
  SDK_SPOOFING,
  EMULATED_PHONES,
  DEVICE_FARM,
  ID_RESET,
  INCENT_INSTALLS,
  SHORT_STAY,
  DUPLICATE_INSTALLS,
  EVENT_FRAUD,
  REVENUE_INFLATION,
  SPREAD_PURCHASES,
  REENGAGEMENT_LOOPS,
  DATACENTER_BOTS,
  SPOOFED_CRAWLERS,
  RESIDENTIAL_PROXIES,
  GEO_MASKING,
  AD_STACKING,
  PIXEL_STUFFING,
  AUTO_REFRESH,
  DOMAIN_SPOOFING,
  DUPLICATE_CLICKS,
  FAST_CLICKS,
  CLICK_BURSTS,
  VIDEO_SCRIPTS,
  HIDDEN_PLAYERS,
];
