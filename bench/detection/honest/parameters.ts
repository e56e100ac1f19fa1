import type { Pace } from './people.ts';

/**
 * Honest traffic, the same at every difficulty. Written down before any detector was run on it. Norms: of honest
 * installs 75 % (AppsFlyer) to 85 % (Adjust) come within an hour of the click and 94 % to 100 % within a day; 0.7 % of
 * installs come from another country than their click (jampp 2016); 1 to 3 % take 10 s or less (TalkingData, with its
 * fraud). Where no source is named the number is ours.
 */
export const NOISE = {
  /**
   * Share of people who leave through a VPN whose exit stands in a hosting network (2 to 10 % use one; most exits are
   * elsewhere or listed).
   */
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
  /**
   * Share of people who clicked and did not install that are shown an ad of the same source on a later day and tap it
   * again, and how many days later: campaigns show one person an ad several times a week. Share and days are ours.
   */
  clicksAnotherDay: 0.06,
  daysUntilThen: [1, 6],
  /**
   * Share of visits after which somebody else of the home, or the same person with another browser, comes to the same
   * site within days: homes have two to three devices behind one address. The share is ours.
   */
  anotherBrowser: 0.08,
  /** Share of web visits by crawlers and monitors that name themselves. */
  declaredBot: 0.01,
  /**
   * Share of impressions on pages that load several places at once, and of those that a reload race shows twice in a
   * place.
   */
  manyPlaces: 0.15,
  reloadRace: 0.002,
  /** Share of impressions after which the visitor opens the next page of the site, and after how long (log-normal). */
  browsesOn: 0.05,
  browseSeconds: { median: 45, sigma: 0.9 },
  /**
   * Share of clicks after which somebody goes back and clicks again, and after how long: the page was slow, or the
   * wrong one.
   */
  clicksAgain: 0.008,
  againSeconds: { median: 50, sigma: 0.6 },
  /** Seconds below which nobody sees an ad and clicks it. */
  fastestClick: 0.8,
  /** Share of visitors who compare: 2 to 4 clicks in a sitting, minutes apart. */
  compares: 0.03,
  /**
   * Share of honest web sources whose pages disclose that they refresh their ads, and how: seconds, loads of a visit,
   * share of visits.
   */
  refreshingSources: 0.08,
  refreshSeconds: [35, 60],
  refreshLoads: [3, 15],
  refreshingVisits: 0.15,
  /** Share of web events without referrer, and with one of a page accelerator or safe frame. */
  noReferrer: 0.25,
  framedReferrer: 0.01,
} as const;

/**
 * Honest people whose address is not their own, in the world that has many of them; a source draws its shares. 2 to 10
 * % of people use a VPN; company gateways and cloud desktops are the usual wrong calls by hosting network. Their shares
 * and how many share an exit are ours.
 */
export const MASKED = {
  /** Share of people behind a VPN. */
  vpn: [0.02, 0.1],
  /** Of them, the share whose exit stands in a hosting network; the others' stands on a line of another country. */
  hostedExit: 0.5,
  /** Exits all people behind a VPN share. */
  exits: 80,
  /** Share of people whose company sends what they do through a gateway in a hosting network. */
  corporate: [0, 0.12],
  companies: 40,
  gateways: [1, 3],
  /** Share of people at computers that stand in a hosting network, each at an address of its own. */
  cloudDesktop: [0, 0.04],
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

/** What people do after the install besides paying: share who do it, median seconds after the install, spread. */
export const AFTER_INSTALL = {
  tutorial: { share: 0.75, median: 320, sigma: 0.7 },
  registration: { share: 0.5, median: 110, sigma: 0.9 },
  level_10: { share: 0.2, median: 140_000, sigma: 0.9 },
} as const;

/**
 * On which days people open the app again: of all installs `nextDay` on day 1, and `nextDay × day^-decay` on later
 * ones. Published means over all apps: 26 % on day 1, 13 % on day 7, 10 % on day 14 (Adjust, Q1 2022); 25 to 30 % and
 * 10 to 13 % (AppsFlyer and others, 2025); 28.5 % on day 1 for games, 30 % in Japan. This app stands a little above
 * them on day 1 and on them a week later. How far networks and their sites differ is ours.
 */
export const RETURNS = {
  nextDay: 0.34,
  decay: [0.38, 0.6],
  networkSigma: 0.12,
  siteSigma: 0.15,
  /** Of the days somebody still has the app, the share on which it is opened. */
  activeDays: 0.7,
} as const;

/**
 * Who pays and what. Payers: 5.2 % of users (AppsFlyer, state of in-app spending 2016), 1.9 to 2.3 % of players in a
 * month (Swrve 2015, 2016). Of the payers of a month 44 to 64 % pay once, 6.5 to 20 % five times or more, and the first
 * tenth brings 48 to 64 % of the money; purchases up to 5 dollars are 55 %, from 10 to 20 dollars 18 to 22 %, over 50
 * dollars 1 to 2.5 % of all; mean 8.3 to 13.8 dollars; the first comes within 15 to 24 hours, for more than half on the
 * day of the install (Swrve 2014 to 2016). An install in the US brings 3 to 4 times what one elsewhere does, a week of
 * a subscription costs about 8 dollars there, and weekly plans bring half of the revenue (Adapty 2025). Shares of
 * subscribers and refunds are ours.
 */
export const MONEY = {
  payers: 0.05,
  /** Multiplies the share of payers. */
  ofMarket: { rich: 1.4, middle: 0.7, poor: 0.35 },
  first: { median: 60_000, sigma: 1.8 },
  /** At least n purchases are made by n^-again of the payers. */
  again: 1.6,
  mostPurchases: 60,
  daysBetween: { median: 1.2, sigma: 0.9 },
  /**
   * Products by their price in US dollars, and their share; elsewhere they cost the same in the money of the country,
   * rounded.
   */
  prices: [
    { dollars: 0.99, share: 0.19 },
    { dollars: 1.99, share: 0.18 },
    { dollars: 4.99, share: 0.28 },
    { dollars: 9.99, share: 0.19 },
    { dollars: 19.99, share: 0.128 },
    { dollars: 49.99, share: 0.02 },
    { dollars: 99.99, share: 0.012 },
  ],
  /** Who buys this often takes the dear products for half of it, now and then several at once. */
  oftenFrom: 5,
  dear: [19.99, 49.99, 99.99],
  dearShare: 0.5,
  severalShare: 0.03,
  several: [2, 5],
  subscribers: 0.012,
  /**
   * Offers stand in the first screens: nine trials in ten begin on the day of the install (Adapty 2026); the time is
   * ours.
   */
  atOnce: 0.6,
  atOnceSeconds: { median: 240, sigma: 0.8 },
  plans: [
    { dollars: 7.99, share: 0.6, days: 7 },
    { dollars: 12.99, share: 0.15, days: 30 },
    { dollars: 39.99, share: 0.25, days: 365 },
  ],
  renews: 0.6,
  /**
   * Share of purchases given back, reported with the number of the order and the amount below zero; days until then,
   * mean.
   */
  refunds: 0.02,
  refundDays: 1.5,
} as const;

/** Web: shares of clicks that load the page, and of visits that look at a product, buy, or sign up. */
export const WEB = { loads: 0.9, looks: 0.5, buys: 0.02, signsUp: 0.015 } as const;

/**
 * Video: share of web sources, ordinary ones and those of these groups, that sell it, and how many requests; seconds of
 * the ads; shares of requests that are filled, of players that fail, of views whose start is lost on the way or whose
 * viewer jumps ahead once, and of viewers who leave at each step. Completion of seven in ten and errors of some percent
 * are usual in reports of ad servers; the numbers are ours.
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

/** Sizes of honest sources, where worlds do not have them smaller: installs or clicks a fortnight, median and spread (log-normal), and the least. */
export const SIZES = {
  app: { median: 65, sigma: 0.9, least: 5 },
  web: { median: 300, sigma: 0.9, least: 20 },
} as const;

/**
 * Sources of a world of full size. Odd groups are spread over both sides; those about money and return only fit the
 * app.
 */
export const COUNTS = { organicInstalls: 6_000, organicVisits: 12_000, networks: 6, subsOfNetwork: 7, oddOfGroup: 38 };

/** Odd groups: what is odd about them, at any difficulty. */
export const ODD = {
  season: { weekend: 3, holiday: 5 },
  sale: { inHours: 4, share: 0.75, awakeFrom: 7, convertsTimes: [2, 4], paysTimes: [2, 4], dear: 0.25 },
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
    /**
     * Who is called back knows the product: paying users among them are 1.5 to 2 times as many (AppsFlyer on
     * remarketing).
     */
    paysTimes: [1.5, 2],
  },
  /** People of the countries that spend most. How much more than their share in other sources is ours. */
  rich: { countries: ['US', 'JP', 'KR', 'GB', 'AU'], paysTimes: [1.5, 3], dear: 0.2 },
  /** One player among a few dozen who buys the dearest again and again; the best payers of games spend thousands. */
  whale: { installs: [10, 60], purchases: [30, 120], dear: 0.8 },
  /**
   * Utilities and tools keep 5 to 6 % of their users a week, half of what apps do on average (Adjust and AppsFlyer by
   * vertical).
   */
  utility: { nextDayTimes: [0.5, 0.85], decayMore: [0.25, 0.5] },
  /**
   * Messages go out at full and half hours of the day, to all lists at once, and most taps come within minutes. 4 to 8
   * % of people open one (Airship and Batch on direct opens of mobile push, 2021 to 2025). The rest is ours, as with
   * the children's tablets.
   */
  push: {
    messages: [4, 8],
    fromHour: 8,
    toHour: 20,
    subscribers: [150, 900],
    taps: [0.04, 0.08],
    tapMinutes: { median: 4, sigma: 1 },
    opens: 0.9,
    /** Share of those who tap that used the app on the same day anyway. */
    usedToday: 0.5,
    /** Of the clicks of a web list, those that follow a message. */
    webShare: 0.8,
  },
  kids: {
    tablets: [15, 60],
    sessions: [1, 6],
    taps: { median: 9, sigma: 0.7, most: 40 },
    /** Seconds of a round until the next ad is tapped, and for how long a campaign that was shown is not shown again. */
    round: { least: 6, median: 20, sigma: 0.9, capped: 30 },
    /** Share of sittings after which somebody installs what was tapped last, once at most. */
    installs: 0.2,
    apple: 0.35,
  },
} as const;
