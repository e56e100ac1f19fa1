import { addressIn } from '#demo/addresses.ts';
import { iso, SECOND } from '#demo/calendar.ts';
import { GOOGLEBOT_BLOCK, HOSTING_BLOCKS } from '#demo/data/networks.ts';
import { GOOGLEBOT_AGENT } from '#demo/data/releases.ts';
import type { Reported } from '../event.ts';
import { usualWebAudience } from '../honest/odd-web.ts';
import { reported } from '../honest/people.ts';
import { pageOf, playWebAudience } from '../honest/web-journey.ts';
import { scenario } from '../scenario.ts';
import { roughly, type Stage } from '../stage.ts';

const HOSTED = [
  'net.datacenter',
  'bot.behaviour',
  'bot.automation',
  'net.residential_proxy',
  'net.ip_concentration',
] as const;

/** Browsers on rented servers, with the agents of people. */
export const DATACENTER_BOTS = scenario({
  id: 'datacenter_bots',
  title: 'Data-centre bots',
  side: 'web',
  level: 'event',
  kind: 'click',
  accepts: HOSTED,
  sources: 12,
  volume: 'clicks',
  deciding: { words: 'address in a hosting network', unit: 'event', measure: 'hostingNetwork' },
  basis:
    'MRC: known invalid data-centre traffic; measured on a real log 25.6 % of requests came from hosting networks; honest people behind VPN exits there are the overlap',
  parameters: {
    clicks: { words: 'clicks', easy: [200, 800], medium: [200, 800], hard: [200, 800] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    hosted: {
      words: 'share sent from hosting networks, the rest through homes',
      easy: [1, 1],
      medium: [0.9, 1],
      hard: [0.4, 0.7],
    },
    servers: { words: 'servers', easy: [5, 20], medium: [20, 100], hard: [100, 300] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.clicks * values.genuineShare) });
    const servers = Array.from({ length: Math.round(values.servers) }, () =>
      addressIn(random, random.pick(HOSTING_BLOCKS)),
    );
    for (let click = 0; click < values.clicks; click++) {
      const person = stage.person({ phone: false });
      const ip = random.chance(values.hosted) ? random.pick(servers) : person.ip;
      robotVisit(stage, { ...reported(person, person.browserAgent), ip }, HOSTED, random.between(1.2, 6));
    }
  },
});

/** Impression, click after so many seconds, and often one page. */
function robotVisit(stage: Stage, seen: Reported, reasons: readonly string[], delay: number, human = false): void {
  const { random } = stage;
  const ad: Reported = { ...stage.ad(), ...pageOf(stage) };
  const at = stage.moment(stage.person().country, human ? 'shop' : 'machine');
  const click = at + delay * SECOND;
  stage.emit('impression', at, reasons, ad, seen);
  stage.emit('click', click, reasons, ad, seen, { click_id: random.hex(16), impression_time: iso(at) });
  if (random.chance(0.6))
    stage.emit('visit', click + random.between(0.5, 2) * SECOND, reasons, ad, seen, {
      page_id: '/',
      url: 'https://shop.example/',
    });
}

const CRAWLER = ['bot.spoofed_crawler', 'bot.declared', 'net.datacenter'] as const;
const REAL_CRAWLER = ['bot.declared', 'net.datacenter'] as const;
/** Google's rented servers, which are not its crawler (AS396982). */
const GOOGLE_CLOUD = '34.64.0.0/11';

/** Robots that take the name of a search engine to be let in. */
export const SPOOFED_CRAWLERS = scenario({
  id: 'spoofed_crawlers',
  title: 'Spoofed crawlers',
  side: 'web',
  level: 'event',
  kind: 'visit',
  accepts: CRAWLER,
  sources: 10,
  volume: 'visits',
  deciding: { words: 'network of an address that calls itself Googlebot', unit: 'event', measure: 'crawlerNetwork' },
  basis:
    'published crawler ranges; some stand in the cloud of the engine itself, which no list of crawlers holds. Shares ours',
  parameters: {
    visits: { words: 'visits', easy: [200, 600], medium: [200, 600], hard: [200, 600] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    cloud: { words: "share from the engine's own cloud", easy: [0, 0], medium: [0.05, 0.2], hard: [0.6, 0.9] },
    real: { words: 'visits of the real crawler beside, share', easy: [0.2, 0.4], medium: [0.2, 0.4], hard: [0.2, 0.4] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.visits * values.genuineShare) });
    const crawl = (ip: string, reasons: readonly string[]): void => {
      const at = stage.moment(stage.person().country, 'machine');
      const path = `/p/${random.int(1, 300)}`;
      stage.emit('visit', at, reasons, stage.ad(), { ip, user_agent: GOOGLEBOT_AGENT }, { page_id: path });
    };
    for (let visit = 0; visit < values.visits; visit++) {
      const home = stage.person({ phone: false }).ip;
      crawl(random.chance(values.cloud) ? addressIn(random, GOOGLE_CLOUD) : home, CRAWLER);
      if (random.chance(values.real)) crawl(addressIn(random, GOOGLEBOT_BLOCK), REAL_CRAWLER);
    }
  },
});

const PROXIED = [
  'net.residential_proxy',
  'bot.behaviour',
  'bot.automation',
  'net.ip_concentration',
  'net.correlated_ips',
  'clk.farm',
  'clk.stuffing',
  'clk.frequency',
  'clk.duplicate',
  'dev.farm',
] as const;

/** Robots that leave through the connections of people who rented theirs out without knowing. */
export const RESIDENTIAL_PROXIES = scenario({
  id: 'residential_proxies',
  title: 'Residential-proxy bots',
  side: 'web',
  level: 'source',
  kind: 'click',
  accepts: PROXIED,
  sources: 14,
  volume: 'clicks',
  deciding: { words: 'share of clicks between midnight and five, local time', unit: 'source', measure: 'nightShare' },
  basis: 'FDMA 2012 winners (night shares, few agents, repeats within a minute); every address is a home. Shares ours',
  parameters: {
    clicks: { words: 'clicks', easy: [1000, 3000], medium: [1000, 3000], hard: [1000, 3000] },
    genuineShare: { words: 'genuine clicks beside, share', easy: [0, 0.1], medium: [0.05, 0.3], hard: [0.5, 1.5] },
    humanHours: { words: 'share that keeps the hours of people', easy: [0, 0.1], medium: [0.3, 0.7], hard: [0.8, 1] },
    agents: { words: 'different browsers', easy: [1, 3], medium: [4, 12], hard: [40, 100] },
    exits: { words: 'clicks through one exit', easy: [6, 15], medium: [3, 6], hard: [1, 1.5] },
    delay: { words: 'seconds from impression to click', easy: [1.5, 2.5], medium: [2, 4], hard: [4, 9] },
    delaySigma: {
      words: 'spread of that time (log-normal)',
      easy: [0.02, 0.08],
      medium: [0.1, 0.25],
      hard: [0.5, 0.8],
    },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualWebAudience(stage);
    playWebAudience(stage, { ...usual, clicks: Math.round(values.clicks * values.genuineShare) });
    const agents = Array.from(
      { length: Math.max(1, Math.round(values.agents)) },
      () => stage.person({ phone: false }).browserAgent,
    );
    for (let sent = 0; sent < values.clicks; ) {
      const exit = stage.person({ phone: false });
      for (let here = Math.max(1, roughly(random, values.exits)); here > 0; here--, sent++) {
        const seen = reported(exit, random.pick(agents));
        robotVisit(
          stage,
          seen,
          PROXIED,
          random.logNormal(values.delay, values.delaySigma),
          random.chance(values.humanHours),
        );
      }
    }
  },
});
