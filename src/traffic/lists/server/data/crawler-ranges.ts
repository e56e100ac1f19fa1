export interface CrawlerRanges {
  /** Name as shown and as claimed by the agent. */
  crawler: string;
  /** Agents that claim to be it. Only agents whose operator says that these ranges cover them. */
  agent: RegExp;
  source: string;
  /** Day the ranges were written down; the mirrors and mentions they were compared with are up to a year older. */
  date: string;
  /** CIDR ranges as published. */
  ranges: string;
  /** AS numbers the operator publishes instead of, or beside, ranges. */
  networks?: readonly number[];
  /**
   * Operator's own network. An address in it but outside the ranges is `unlisted`, not `spoofed`: the list may be older
   * than the crawler's newest range, and nobody but the operator sends from there.
   */
  ownNetworks?: readonly number[];
}

/**
 * Ranges crawlers publish so that sites can tell them from impostors. Facts with source and date.
 * Crawlers whose ranges change by the week (GPTBot, AhrefsBot, DuckDuckBot …) are left out: an old list would call the
 * real one spoofed. The operator can load them (`crawler-range`).
 */
export const CRAWLER_RANGES: readonly CrawlerRanges[] = [
  {
    crawler: 'Googlebot',
    agent: /Googlebot(?!-Ads)|Google-InspectionTool|GoogleOther/,
    source: 'developers.google.com/search/apis/ipranges/googlebot.json, IPv4 via lord-alfred/ipranges (CC0)',
    date: '2026-11-21',
    ranges: `
      34.22.85.0/27 34.64.82.64/28 34.65.242.112/28 34.80.50.80/28 34.88.194.0/28 34.89.10.80/28 34.89.198.80/28
      34.96.162.48/28 34.100.182.96/28 34.101.50.144/28 34.118.66.0/28 34.118.254.0/28 34.126.178.96/28
      34.146.150.144/28 34.147.110.144/28 34.151.74.144/28 34.152.50.64/28 34.154.114.144/28 34.155.98.32/28
      34.165.18.176/28 34.175.160.64/28 34.176.130.16/28 35.247.243.240/28 66.249.64.0/19
      192.178.4.0/24 192.178.5.0/27 192.178.6.0/23 2001:4860:4801::/48`,
    ownNetworks: [15169],
  },
  {
    crawler: 'Bingbot',
    agent: /bingbot|BingPreview/i,
    source: 'bing.com/toolbox/bingbot.json via lord-alfred/ipranges (CC0)',
    date: '2026-11-21',
    ranges: `
      13.66.139.0/24 13.66.144.0/24 13.67.10.16/28 13.69.66.240/28 13.71.172.224/28 20.15.133.160/27 20.36.108.32/28
      20.43.120.16/28 20.74.197.0/28 20.79.107.240/28 20.125.163.80/28 40.77.139.0/25 40.77.167.0/24 40.77.177.0/24
      40.77.178.0/23 40.77.188.0/22 40.77.202.0/24 40.79.131.208/28 40.79.186.176/28 51.105.67.0/28 52.167.144.0/24
      52.231.148.0/28 65.55.210.0/24 139.217.52.0/28 157.55.39.0/24 191.233.204.224/28 199.30.24.0/23 207.46.13.0/24`,
  },
  {
    crawler: 'Applebot',
    agent: /Applebot/,
    source: 'search.developer.apple.com/applebot.json, compared with a public mirror of February 2026',
    date: '2026-11-21',
    ranges: `
      17.22.237.0/24 17.22.245.0/24 17.22.253.0/24 17.241.75.0/24 17.241.193.160/27 17.241.200.160/27 17.241.208.160/27
      17.241.219.0/24 17.241.227.0/24 17.246.15.0/24 17.246.19.0/24 17.246.23.0/24`,
    ownNetworks: [714, 6185],
  },
  {
    crawler: 'YandexBot',
    agent: /Yandex\w*Bot|Yandex(?:Images|Video|Media|Favicons|Metrika|Direct)\//,
    source: 'yandex.com/ips, compared with public mentions of it',
    date: '2026-11-21',
    ranges: `
      5.45.192.0/18 5.255.192.0/18 37.9.64.0/18 37.140.128.0/18 77.88.0.0/18 84.252.160.0/19 87.250.224.0/19
      90.156.176.0/20 92.255.112.0/20 93.158.128.0/18 95.108.128.0/17 141.8.128.0/18 178.154.128.0/18 185.32.187.0/24 213.180.192.0/19
      2a02:6b8::/29`,
    ownNetworks: [13238, 208722],
  },
  {
    crawler: 'Facebook crawler',
    agent: /facebookexternalhit|meta-externalagent|facebookcatalog/i,
    source: 'developers.facebook.com/docs/sharing/webmasters/web-crawlers (all routes of AS32934)',
    date: '2026-11-21',
    ranges: '',
    networks: [32934, 63293],
  },
];
