import { startOfDay } from '../calendar.ts';

/**
 * Release days (UTC) of browser versions, as @mdn/browser-compat-data 8.1.9 has them, so that an agent never names a
 * version that did not exist yet on the day of its event.
 */
export interface Release {
  version: number;
  /** Start of the day of release in milliseconds UTC. */
  at: number;
}

const list = (...pairs: readonly (readonly [number, string])[]): readonly Release[] =>
  pairs.map(([version, day]) => ({ version, at: startOfDay(day) }));

export const CHROME = list(
  [120, '2023-12-05'],
  [121, '2024-01-23'],
  [122, '2024-02-20'],
  [123, '2024-03-19'],
  [124, '2024-04-16'],
  [125, '2024-05-14'],
  [126, '2024-06-11'],
  [127, '2024-07-23'],
  [128, '2024-08-20'],
  [129, '2024-09-17'],
  [130, '2024-10-15'],
  [131, '2024-11-12'],
  [132, '2025-01-14'],
  [133, '2025-02-04'],
  [134, '2025-03-04'],
  [135, '2025-04-01'],
  [136, '2025-04-29'],
  [137, '2025-05-27'],
  [138, '2025-06-24'],
  [139, '2025-08-05'],
  [140, '2025-09-02'],
  [141, '2025-09-30'],
  [142, '2025-10-28'],
  [143, '2025-12-02'],
  [144, '2026-01-13'],
  [145, '2026-02-10'],
  [146, '2026-03-10'],
  [147, '2026-04-07'],
  [148, '2026-05-05'],
  [149, '2026-06-02'],
  [150, '2026-06-30'],
  [151, '2026-07-28'],
  [152, '2026-08-25'],
  [153, '2026-09-08'],
  [154, '2026-09-22'],
  [155, '2026-10-06'],
  [156, '2026-10-20'],
  [157, '2026-11-03'],
);

export const FIREFOX = list(
  [128, '2024-07-09'],
  [134, '2025-01-07'],
  [138, '2025-04-29'],
  [140, '2025-06-24'],
  [142, '2025-08-19'],
  [144, '2025-10-14'],
  [146, '2025-12-09'],
  [148, '2026-02-24'],
  [150, '2026-04-21'],
  [152, '2026-06-16'],
  [153, '2026-07-21'],
  [154, '2026-08-18'],
  [155, '2026-09-01'],
  [156, '2026-09-15'],
  [157, '2026-09-29'],
  [158, '2026-10-13'],
  [159, '2026-10-27'],
  [160, '2026-11-10'],
);

/** iOS and its Safari share numbers. */
export const IOS = list(
  [17.6, '2024-07-29'],
  [18.1, '2024-10-28'],
  [18.3, '2025-01-27'],
  [18.5, '2025-05-12'],
  [18.6, '2025-07-29'],
  [26, '2025-09-15'],
  [26.1, '2025-11-03'],
  [26.2, '2025-12-12'],
  [26.3, '2026-02-11'],
  [26.4, '2026-03-24'],
  [26.5, '2026-05-11'],
  [26.6, '2026-07-27'],
);

export const SAMSUNG_INTERNET = list(
  [25, '2024-04-24'],
  [26, '2024-06-07'],
  [27, '2024-11-06'],
  [28, '2025-04-02'],
  [29, '2025-10-25'],
  [30, '2026-05-11'],
);

/** Browsers far out of support that click robots still carry. */
export const DEPRECATED_AGENTS = [
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/49.0.2623.112 Safari/537.36',
  'Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.113 Safari/537.36',
  'Mozilla/5.0 (Windows NT 5.1; rv:52.0) Gecko/20100101 Firefox/52.0',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (Linux; Android 4.4.2; GT-I9505 Build/KOT49H) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/66.0.3359.126 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/601.7.7 (KHTML, like Gecko) Version/9.1.2 Safari/601.7.7',
] as const;

/** Crawlers and monitors that say who they are. */
export const DECLARED_BOTS = [
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
] as const;

export const GOOGLEBOT_AGENT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** HTTP libraries and tools, as click scripts carry them. */
export const LIBRARY_AGENTS = [
  'python-requests/2.32.3',
  'curl/8.9.1',
  'Go-http-client/2.0',
  'okhttp/4.12.0',
  'Java/17.0.12',
  'axios/1.7.7',
  'Apache-HttpClient/4.5.14 (Java/17.0.12)',
  'Scrapy/2.11.2 (+https://scrapy.org)',
] as const;
