import type { Pace } from './people.ts';

/**
 * Honest traffic, the same at every difficulty. Written down before any detector was run on it. Norms: of honest
 * installs 75 % (AppsFlyer) to 85 % (Adjust) come within an hour of the click and 94 % to 100 % within a day; 0.7 % of
 * installs come from another country than their click (jampp 2016); 1 to 3 % take 10 s or less (TalkingData, with its
 * fraud). Where no source is named the number is ours.
 */
export const NOISE = {
  /** Share of people who leave through a VPN whose exit stands in a hosting network (2 to 10 % use one; most exits are elsewhere or listed). */
  vpnExit: 0.003,
  /** Share of people abroad. */
  roaming: 0.007,
  /** Share of Android phones that deleted their advertising id: it reads as zeros. */
  zeroId: 0.06,
  /** Share of clicks that are a double tap, and its longest gap in seconds. The second click is not billable. */
  doubleTap: 0.006,
  doubleTapSeconds: 2.5,
  /** Share of clicks whose beacon was sent together with that of the impression. */
  batchedBeacon: 0.002,
  /** Standard deviation in seconds of the clock of the click server against the store's. */
  clockSkew: 0.5,
  /** Seconds below which nobody installs and starts an app. */
  fastestStart: 4,
  /** Share of purchases whose report was sent twice. The second is a duplicate. */
  retriedOrder: 0.004,
  /** Share of installs that are reinstalls and say so. */
  reinstall: 0.02,
  /** Share of installs after which somebody else of the home installs on a phone of the same model within hours. */
  household: 0.006,
  /** Share of web visits by crawlers and monitors that name themselves. */
  declaredBot: 0.01,
  /** Share of impressions on pages that load several places at once, and of those that a reload race shows twice in a place. */
  manyPlaces: 0.15,
  reloadRace: 0.002,
  /** Share of impressions after which the visitor opens the next page of the site, and after how long (log-normal). */
  browsesOn: 0.05,
  browseSeconds: { median: 45, sigma: 0.9 },
  /** Share of clicks after which somebody goes back and clicks again, and after how long: the page was slow, or the wrong one. */
  clicksAgain: 0.008,
  againSeconds: { median: 50, sigma: 0.6 },
  /** Seconds below which nobody sees an ad and clicks it. */
  fastestClick: 0.8,
  /** Share of visitors who compare: 2 to 4 clicks in a sitting, minutes apart. */
  compares: 0.03,
  /** Share of honest web sources whose pages disclose that they refresh their ads, and how: seconds, loads of a visit, share of visits. */
  refreshingSources: 0.08,
  refreshSeconds: [35, 60],
  refreshLoads: [3, 15],
  refreshingVisits: 0.15,
  /** Share of web events without referrer, and with one of a page accelerator or safe frame. */
  noReferrer: 0.25,
  framedReferrer: 0.01,
} as const;

export type Market = 'rich' | 'middle' | 'poor';

export const PACES = {
  rich: { directMedian: 85, directSigma: 1, laterShare: 0.2, laterMedian: 10_800, laterSigma: 1.6 },
  middle: { directMedian: 140, directSigma: 1.1, laterShare: 0.27, laterMedian: 10_800, laterSigma: 1.6 },
  poor: { directMedian: 300, directSigma: 1.1, laterShare: 0.38, laterMedian: 12_600, laterSigma: 1.6 },
} as const satisfies Record<Market, Pace>;

export const MARKETS: Readonly<Record<Market, readonly string[]>> = {
  rich: ['US', 'GB', 'DE', 'FR', 'JP', 'AU', 'CA', 'SE', 'NL', 'KR'],
  middle: ['BR', 'MX', 'ES', 'IT', 'PL', 'TR', 'TH', 'AR', 'ZA'],
  poor: ['IN', 'ID', 'VN', 'PH', 'EG', 'NG', 'PK'],
};

/** Clicks per install by channel: search people come to install, banners are looked past. */
export const APP_CHANNELS = {
  search: { clicksPerInstall: [3, 6] },
  social: { clicksPerInstall: [6, 14] },
  video: { clicksPerInstall: [8, 20] },
  display: { clicksPerInstall: [15, 40] },
} as const;
export type AppChannel = keyof typeof APP_CHANNELS;
export const APP_CHANNEL_IDS: readonly AppChannel[] = ['search', 'social', 'video', 'display'];

/** What people do after the install: share who do it, median seconds after the install, spread. */
export const AFTER_INSTALL = {
  tutorial: { share: 0.75, median: 320, sigma: 0.7 },
  registration: { share: 0.5, median: 110, sigma: 0.9 },
  level_10: { share: 0.2, median: 140_000, sigma: 0.9 },
  purchase: { share: 0.05, median: 60_000, sigma: 1.8 },
} as const;
/** Share of people who open the app again on the day after. */
export const NEXT_DAY = 0.34;

/** Web: shares of clicks that load the page, and of visits that look at a product, buy, or sign up. */
export const WEB = { loads: 0.9, looks: 0.5, buys: 0.02, signsUp: 0.015 } as const;

/**
 * Video: share of web sources, ordinary ones and those of these groups, that sell it, and how many requests; seconds of the ads; shares of requests that
 * are filled, of players that fail, of views whose start is lost on the way or whose viewer jumps ahead once, and of
 * viewers who leave at each step. Completion of seven in ten and errors of some percent are usual in reports of ad
 * servers; the numbers are ours.
 */
export const VIDEO = {
  sellers: 0.3,
  groups: ['season', 'sale', 'nat', 'office', 'retarget'],
  requests: [200, 900],
  seconds: [15, 20, 30],
  filled: 0.8,
  fails: 0.03,
  lostStart: 0.01,
  seeks: 0.005,
  leaves: 0.08,
} as const;

/** Sizes of honest sources: installs or clicks a fortnight, median and spread (log-normal), and the least. */
export const SIZES = {
  app: { median: 65, sigma: 0.9, least: 5 },
  web: { median: 300, sigma: 0.9, least: 20 },
} as const;

/** Sources of a world of full size. Odd groups are spread over both worlds. */
export const COUNTS = { organicInstalls: 6_000, organicVisits: 12_000, networks: 6, subsOfNetwork: 7, oddOfGroup: 38 };

/** Odd groups: what is odd about them, at any difficulty. */
export const ODD = {
  season: { weekend: 3, holiday: 5 },
  sale: { inHours: 4, share: 0.75, awakeFrom: 7, convertsTimes: [2, 4] },
  small: { installs: [2, 25], clicks: [5, 60] },
  nat: { gateways: [6, 16], behind: 0.85 },
  office: { addresses: [1, 4], inside: 0.7 },
  old: { share: [0.4, 0.8], laterShare: [0.4, 0.55], directMedian: [400, 900] },
  retarget: {
    clicksPerInstall: [2.5, 7],
    touches: [2, 6],
    gapMedian: 14_400,
    sameDay: 0.5,
    opens: 0.4,
    absentDays: 3,
    bookedAgain: 0.05,
  },
} as const;
