import type { ReasonCode } from '#traffic/event/contract/reasons.ts';

/** `arrival`: when the event is stored. The others: a sweep over what is stored, each time over that span. */
export type CatalogueTime = 'arrival' | 'hourly' | 'daily' | 'weekly';

/** One known method of detection. Its tier is that of its reason. */
export interface CatalogueRow {
  number: number;
  title: string;
  reason: ReasonCode;
  when: CatalogueTime;
  /** Whether rules implement it; they name its number. */
  runs: boolean;
  /** What is missing for the whole of it, or for a part when rules run: which input, and where it would come from. */
  needs?: string;
}

type Entry = readonly [
  number: number,
  title: string,
  reason: ReasonCode,
  when: CatalogueTime,
  runs: boolean,
  needs?: string,
];

const RUNS = true;
const WAITS = false;
const PAGE_SCRIPT = 'a script on the page that tells what the browser and the visitor do';
const SDK = 'an SDK that reports';
const HEADERS = 'request headers, which the collector will keep; exports do not carry them';

/**
 * Every method of detection the field describes, whether or not our traffic can feed it: what runs, and what the rest
 * waits for. The product shows this list, so that nobody takes silence for cleanliness.
 */
const ENTRIES: readonly Entry[] = [
  [1, 'User agents that name themselves bots', 'bot.declared', 'arrival', RUNS],
  [2, 'Crawler names from foreign networks', 'bot.spoofed_crawler', 'arrival', RUNS],
  [3, 'Blank user agents and HTTP libraries', 'bot.non_browser', 'arrival', RUNS],
  [
    4,
    'Headers that contradict the user agent',
    'bot.ua_inconsistent',
    'arrival',
    WAITS,
    `Client hints and other ${HEADERS}.`,
  ],
  [
    5,
    'Headless and driven browsers',
    'bot.automation',
    'arrival',
    RUNS,
    `Signs beyond the user agent (webdriver, plugins, graphics, window) need ${PAGE_SCRIPT}.`,
  ],
  [6, 'Pages opened at machine pace', 'bot.behaviour', 'arrival', RUNS],
  [7, 'Mouse moves in even steps', 'bot.behaviour', 'arrival', WAITS, `Mouse moves, from ${PAGE_SCRIPT}.`],
  [
    8,
    'Visits without any sign of life',
    'bot.behaviour',
    'arrival',
    WAITS,
    `Scrolling, keys and dwell time, from ${PAGE_SCRIPT}.`,
  ],
  [
    9,
    'Prefetched and never shown',
    'bot.prefetch',
    'arrival',
    WAITS,
    `The purpose among the ${HEADERS}, and the message of the page that it was shown after all: without it a page shown later would be called invalid.`,
  ],
  [10, 'Addresses of hosting networks', 'net.datacenter', 'arrival', RUNS],
  [11, 'VPN, proxy and Tor exits', 'net.anonymizer', 'arrival', RUNS],
  [
    12,
    'Places that contradict each other',
    'net.geo_mismatch',
    'arrival',
    RUNS,
    `The time zone of the device, from ${PAGE_SCRIPT} or ${SDK} it. Countries a campaign may run in are a rule of one's own on the IP country.`,
  ],
  [13, 'Few addresses make most events', 'net.ip_concentration', 'hourly', RUNS],
  [
    14,
    'Addresses that click in step',
    'net.correlated_ips',
    'daily',
    WAITS,
    'What tells machines in step from the customers of one carrier who all got the same message: the size of the crowd behind an address, which no list here names. In a trial such gateways, from 300 clicks a day on, correlated beyond 0.9 as machines do, the mean of the source subtracted or not; counting the series alone took 0.6 seconds of processor time for a million events.',
  ],
  [
    15,
    'Installs of one model from one block in an hour',
    'dev.farm',
    'arrival',
    RUNS,
    'Clicks are left out: what reports them seldom names the model, and one block of a carrier holds thousands of people.',
  ],
  [16, 'Few user agents or devices behind many clicks', 'dev.farm', 'hourly', RUNS],
  [17, 'The same click again', 'clk.duplicate', 'arrival', RUNS],
  [18, 'Sources full of repeats', 'clk.duplicate', 'hourly', RUNS],
  [19, 'Addresses that click one page every few seconds', 'clk.frequency', 'hourly', RUNS],
  [20, 'More clicks of one person than people make', 'clk.frequency', 'arrival', RUNS],
  [21, 'Clicks faster than people', 'clk.fast', 'arrival', RUNS],
  [22, 'Clicks without impressions', 'clk.no_impression', 'daily', RUNS],
  [23, 'Hardly an install for so many clicks', 'clk.flooding', 'hourly', RUNS],
  [
    24,
    'Installs long after their clicks',
    'clk.flooding',
    'daily',
    RUNS,
    'A baseline per country, where a package has enough trusted installs in each; fitted curves beside the distance.',
  ],
  [25, 'One device clicks evenly before its install', 'clk.flooding', 'arrival', RUNS],
  [26, 'Sites whose mean time to install is far off', 'clk.flooding', 'daily', RUNS],
  [27, 'Clicks after the install began', 'clk.injection', 'arrival', RUNS],
  [
    28,
    'Installs seconds after the click',
    'clk.injection',
    'arrival',
    RUNS,
    'The size of the app, from the store, to tell small apps apart.',
  ],
  [29, 'The store names another referrer', 'clk.hijack', 'arrival', RUNS],
  [30, 'Times to install that repeat to the second', 'clk.injection', 'daily', RUNS],
  [31, 'Conversion rates too good to be true', 'ins.incent', 'hourly', RUNS],
  [
    32,
    'Devices alike in battery, volume, brightness',
    'dev.farm',
    'daily',
    RUNS,
    `Battery, volume and brightness at the install, from ${SDK} them; the mix of models is compared already.`,
  ],
  [
    33,
    'Sources of ever new devices',
    'dev.farm',
    'daily',
    RUNS,
    'Devices first seen in the last day are most of the installs of an honest app too; telling them apart needs a device graph over many apps.',
  ],
  [
    34,
    'One phone, many device ids',
    'dev.id_reset',
    'arrival',
    RUNS,
    `The size of the screen, from ${SDK} it, would tell phones of one model apart.`,
  ],
  [
    35,
    'Virtual devices',
    'dev.emulator',
    'arrival',
    RUNS,
    `Processor, screen and attestation of the device, from ${SDK} them.`,
  ],
  [36, 'Devices that cannot exist', 'dev.implausible', 'arrival', RUNS],
  [37, 'Browsers and systems out of support', 'dev.deprecated', 'arrival', RUNS],
  [38, 'Install on another device than the click', 'dev.click_mismatch', 'arrival', RUNS],
  [
    39,
    'Times in an impossible order',
    'ins.sdk_spoofing',
    'arrival',
    RUNS,
    `Signatures and store receipts of installs, and sessions of events, from ${SDK} them.`,
  ],
  [40, 'The same device booked as new again', 'ins.duplicate', 'arrival', RUNS],
  [
    41,
    'Rewarded installs that nobody declared',
    'ins.incent',
    'weekly',
    RUNS,
    'The narrow time band of the target event needs the event a campaign pays for.',
  ],
  [42, 'Cohorts that do not come back', 'ins.incent', 'weekly', RUNS],
  [43, 'Events too soon after the install', 'evt.too_fast', 'arrival', RUNS],
  [
    44,
    'Events in an impossible order',
    'evt.sequence',
    'daily',
    RUNS,
    'The order an app enforces, which its owner must state per package: what is impossible in one app is a short cut in another. Purchases without any step before them are learned from the others.',
  ],
  [45, 'Orders booked twice, receipts that fail, amounts nobody pays', 'evt.duplicate', 'arrival', RUNS],
  [46, 'Events of fraudulent installs', 'evt.inherited', 'arrival', RUNS],
  [47, 'Re-engagement of somebody who never left', 'reng.active_user', 'arrival', RUNS],
  [48, 'The same device re-engaged again and again', 'reng.loop', 'arrival', RUNS],
  [49, 'Hours of the day unlike the market', 'bot.behaviour', 'daily', RUNS],
  [
    50,
    'Counts that beat like a clock',
    'bot.behaviour',
    'daily',
    RUNS,
    'Autocorrelation of counts per minute finds other beats than those of the clock.',
  ],
  [51, 'Counts too constant', 'bot.behaviour', 'daily', RUNS],
  [
    52,
    'First digits that are not natural',
    'bot.behaviour',
    'daily',
    WAITS,
    'Information only, never a verdict: it says nothing about one event, and counts under caps break it for honest sources.',
  ],
  [53, 'Revenue per user beyond every trusted source', 'clk.flooding', 'weekly', RUNS],
  [54, 'Many impressions, never a click', 'imp.false_viewability', 'daily', RUNS],
  [
    55,
    'Ads stacked on each other',
    'imp.stacking',
    'arrival',
    RUNS,
    `Where on the page an ad lay, from ${PAGE_SCRIPT}, to see two ads overlap in different placements.`,
  ],
  [56, 'Ads of a pixel', 'imp.pixel_stuffing', 'arrival', RUNS],
  [57, 'Slots that refresh by themselves', 'imp.auto_refresh', 'arrival', RUNS],
  [58, 'Domains that are not what they say', 'imp.domain_spoofing', 'arrival', RUNS],
  [
    59,
    'Sellers the site does not authorise',
    'imp.unauthorized_seller',
    'arrival',
    RUNS,
    'Sites and apps whose ads.txt or app-ads.txt is not kept, and files without the exchange of an ad, stay unseen; without the seller account only the exchange is compared.',
  ],
  [
    60,
    'Apps that are not what they say',
    'imp.app_spoofing',
    'arrival',
    WAITS,
    'The bundle of the app that showed the ad, from bid logs, and a list of the stores.',
  ],
  [
    61,
    'Sites made for advertising',
    'imp.mfa',
    'weekly',
    WAITS,
    'Share of ads on the page and paid traffic of a site, from a crawl of it.',
  ],
  [62, 'More impressions than the cap', 'imp.frequency_cap', 'arrival', RUNS],
  [
    63,
    'Unsafe surroundings',
    'imp.brand_unsafe',
    'arrival',
    WAITS,
    'What page, app or video is about, from its analysis, and what the package allows.',
  ],
  [64, 'Viewable before it could be', 'imp.false_viewability', 'arrival', RUNS],
  [65, 'Video events in an impossible order', 'vid.event_order', 'arrival', RUNS],
  [66, 'Videos that fail or never end', 'vid.never_completes', 'daily', RUNS],
  [
    67,
    'Servers that pose as televisions',
    'vid.ssai_spoof',
    'arrival',
    RUNS,
    'Apps and cities of one device over a day wait for bid logs, which name them.',
  ],
  [
    68,
    'Leads nobody filled in',
    'evt.lead_fake',
    'arrival',
    RUNS,
    'Repeated phone numbers and e-mail addresses: neither is stored, and a hash of them would have to be made by the source.',
  ],
  [
    69,
    'A score over all of it',
    'clk.flooding',
    'daily',
    RUNS,
    'Labelled sources of customers to learn from; until then the shares of wrong calls come from a bench.',
  ],
  [70, 'Own links whose signature does not hold', 'clk.forged', 'arrival', RUNS],
  [71, 'What rules of integrity refused', 'human.refused', 'arrival', RUNS],
];

export const CATALOGUE: readonly CatalogueRow[] = ENTRIES.map(([number, title, reason, when, runs, needs]) => {
  const row = { number, title, reason, when, runs };
  return needs === undefined ? row : { ...row, needs };
});
