import type { ReasonCode } from '#traffic/event/contract/reasons.ts';
import type { Label } from '../labelled-event.ts';
import type { Stage } from '../stage.ts';
import { appCarrierNat, appOldPhones, appPeople, reinstallers, wonBack } from './app-people.ts';
import * as installs from './installs.ts';
import * as planted from './planted.ts';
import { repeatedReturns, returningRobots } from './returns.ts';
import * as robots from './robots.ts';
import { videoMarathon, videoRobots, videoViewers } from './video.ts';
import { officeNetwork, priceCompare, webCarrierNat, webOldPhones, webPeople } from './web-people.ts';

export interface Scenario {
  title: string;
  truth: Label['truth'];
  /** What a good detector should say; null for honest traffic and for fraud no rule is expected to name. */
  reason: ReasonCode | null;
  /** Missing where the events come out of another scenario. */
  play?: (stage: Stage) => void;
}

const honest = (title: string, play: Scenario['play']): Scenario => ({
  title,
  truth: 'clean',
  reason: null,
  ...(play && { play }),
});
const fraud = (title: string, reason: ReasonCode | null, play?: Scenario['play']): Scenario => ({
  title,
  truth: 'fraud',
  reason,
  ...(play && { play }),
});

/** Everything that happens in the demo. Keys are the labels of events. */
export const SCENARIOS = {
  web_people: honest('Visitors and buyers of the shop', webPeople),
  flash_sale: honest('One day of a flash sale: honest, but far above the usual', webPeople),
  price_compare: honest('People who compare prices and click several offers', priceCompare),
  web_old_phones: honest('Visitors with old phones in poor markets', webOldPhones),
  web_carrier_nat: honest('Many visitors behind a few carrier addresses', webCarrierNat),
  office_network: honest('Colleagues behind one office address', officeNetwork),
  app_people: honest('Players', appPeople),
  app_old_phones: honest('Players with old phones in poor markets', appOldPhones),
  app_carrier_nat: honest('Many players behind a few carrier addresses', appCarrierNat),
  reinstallers: honest('Players who install again, booked as such', reinstallers),
  won_back: honest('Players who return through an ad', wonBack),
  video_viewers: honest('People who watch video ads', videoViewers),
  video_marathon: honest('People who watch more ads of a campaign than its cap', videoMarathon),
  declared_bots: fraud('Crawlers and monitors that say so', 'bot.declared', robots.declaredBots),
  verified_crawler: fraud('A search crawler from its own network', 'bot.declared', robots.verifiedCrawler),
  spoofed_crawlers: fraud('A crawler name from a home connection', 'bot.spoofed_crawler', robots.spoofedCrawlers),
  datacenter_bots: fraud('Scripts and headless browsers in hosting networks', 'net.datacenter', robots.datacenterBots),
  datacenter_installs: fraud('Installs from hosting networks', 'net.datacenter', installs.datacenterInstalls),
  deprecated_browsers: fraud('Browsers long out of support', 'dev.deprecated', robots.deprecatedBrowsers),
  fast_clicks: fraud('Clicks sooner than a person can', 'clk.fast', robots.fastClicks),
  duplicate_clicks: fraud('The same click again within seconds', 'clk.duplicate', robots.duplicateClicks),
  click_bursts: fraud('Bursts of clicks of one person', 'clk.frequency', robots.clickBursts),
  click_flooding: fraud('Masses of clicks to catch organic installs', 'clk.flooding', installs.clickFlooding),
  click_injection: fraud('Clicks fired after the store began the install', 'clk.injection', installs.clickInjection),
  short_ctit: fraud('First open seconds after the click', 'clk.injection', installs.shortCtit),
  sdk_spoofing: fraud(
    'Installs reported by a server, older than their click',
    'ins.sdk_spoofing',
    installs.sdkSpoofing,
  ),
  emulators: fraud('Installs on virtual devices', 'dev.emulator', installs.emulators),
  device_farm: fraud('Shelves of one phone model with fresh ids', null, installs.deviceFarm),
  malformed_ids: fraud('Installs with zero or broken device ids', 'dev.malformed_id', installs.malformedIds),
  impossible_devices: fraud(
    'Systems and models that cannot exist together',
    'dev.implausible',
    installs.impossibleDevices,
  ),
  duplicate_installs: fraud('The same device booked again as new', 'ins.duplicate', installs.duplicateInstalls),
  inherited_events: fraud('Events of fraudulent installs, without an SDK', 'evt.inherited'),
  stacked_ads: fraud('Several ads over each other in one place', 'imp.stacking', planted.stackedAds),
  pixel_ads: fraud('Ads in a frame of one pixel', 'imp.pixel_stuffing', planted.pixelAds),
  replayed_clicks: fraud('One click sent again in the name of others', 'clk.duplicate', planted.replayedClicks),
  repeated_orders: fraud('One purchase reported again for others', 'evt.duplicate', planted.repeatedOrders),
  returning_robots: fraud('Returns clicked in hosting networks', 'net.datacenter', returningRobots),
  repeated_returns: fraud('One purchase after a return reported again for others', 'evt.duplicate', repeatedReturns),
  scripted_videos: fraud('Videos that run backwards', 'vid.event_order', planted.scriptedVideos),
  fake_leads: fraud('Forms filled in by a script', 'evt.lead_fake', planted.fakeLeads),
  video_robots: fraud('Video requests of robots and dead browsers', null, videoRobots),
} as const satisfies Record<string, Scenario>;

export type ScenarioKey = keyof typeof SCENARIOS;
export const SCENARIO_KEYS = Object.keys(SCENARIOS) as ScenarioKey[];
