import { addressIn } from '#demo/addresses.ts';
import { DAY, iso, MINUTE, type Rhythm, SECOND } from '#demo/calendar.ts';
import { HOSTING_BLOCKS } from '#demo/data/networks.ts';
import { DECLARED_BOTS } from '#demo/data/releases.ts';
import type { Person } from '#demo/people.ts';
import type { Reported } from '../event.ts';
import { type DayDraw, roughly, type Stage, VALID } from '../stage.ts';
import { NOISE, WEB } from './parameters.ts';
import { reported, withNoise } from './people.ts';

const DUPLICATE = ['clk.duplicate'] as const;
const DECLARED = ['bot.declared', 'net.datacenter'] as const;
export const AD_SIZES = [
  { width: 300, height: 250 },
  { width: 728, height: 90 },
  { width: 320, height: 50 },
  { width: 160, height: 600 },
  { width: 88, height: 31 },
] as const;

export interface WebAudience {
  clicks: number;
  /** Impressions reported for each click; some channels report none. */
  impressionsPerClick: number;
  person(stage: Stage): Person;
  rhythm: Rhythm;
  /** Multiplies the share of visits that buy. */
  buysTimes?: number;
  day?: DayDraw;
}

export const anyone = (stage: Stage): Person => withNoise(stage, stage.person());

/** A page of the source: where its ads stand, and how the browser names it. */
export function pageOf(stage: Stage): Reported {
  const { random, source } = stage;
  const domain = `${source.sub}.example`;
  const roll = random.next();
  const columns: Reported = { site: domain, ...random.pick(AD_SIZES) };
  if (roll < NOISE.noReferrer) return columns;
  const framed = roll < NOISE.noReferrer + NOISE.framedReferrer;
  columns.referrer = framed
    ? `https://${domain.replaceAll('.', '-')}.cdn.ampproject.org/`
    : `https://${random.chance(0.5) ? 'www.' : ''}${domain}/article-${random.int(1, 90)}`;
  return columns;
}

export function playWebAudience(stage: Stage, audience: WebAudience): void {
  const { random } = stage;
  const refreshes = random.chance(NOISE.refreshingSources);
  for (let click = 0; click < audience.clicks; click++) {
    const person = audience.person(stage);
    const from = stage.moment(person.country, audience.rhythm, audience.day);
    let at = webJourney(stage, person, from, audience);
    if (random.chance(NOISE.compares))
      for (let offers = random.int(1, 3); offers > 0; offers--)
        at = webJourney(stage, person, at + random.between(1, 9) * MINUTE, audience);
    if (random.chance(NOISE.anotherBrowser)) {
      const other = { ...audience.person(stage), ip: person.ip, country: person.country };
      webJourney(stage, other, from + random.between(0.1, 6) * DAY, audience);
    }
    if (refreshes && random.chance(NOISE.refreshingVisits)) liveScores(stage, person, from);
    if (random.chance(NOISE.declaredBot)) declaredBot(stage);
  }
}

/** A page that stays open, tells so, and loads a new ad now and then. */
function liveScores(stage: Stage, person: Person, from: number): void {
  const { random } = stage;
  const seen = reported(person, person.browserAgent);
  const ad: Reported = { ...stage.ad(), ...pageOf(stage) };
  const gap = random.between(...NOISE.refreshSeconds);
  let at = from - 30 * MINUTE;
  for (let loads = random.int(...NOISE.refreshLoads); loads > 0; loads--) {
    stage.emit('impression', at, VALID, ad, { creative: `creative-${random.int(1, 8)}` }, seen);
    at += gap * SECOND;
  }
}

/** The next page of the site, and the same place on it. */
function browseOn(stage: Stage, ad: Reported, seen: Reported, from: number): void {
  const { median, sigma } = NOISE.browseSeconds;
  const at = from + stage.random.logNormal(median, sigma) * SECOND;
  const page: Reported = ad.referrer?.includes('/article-')
    ? { referrer: `https://${ad.site}/article-${stage.random.int(91, 180)}` }
    : {};
  stage.emit('impression', at, VALID, ad, page, { creative: `creative-${stage.random.int(1, 8)}` }, seen);
}

/** The other places of a page, loaded together with the ad. */
function otherPlaces(stage: Stage, ad: Reported, seen: Reported, at: number): void {
  const { random, source } = stage;
  for (let place = random.int(1, 3); place > 0; place--) {
    const own: Reported = { placement: `${source.sub}-slot-${5 + place}`, creative: `creative-${random.int(1, 8)}` };
    stage.emit('impression', at + random.between(0, 0.8) * SECOND, VALID, ad, own, seen);
  }
}

/** Sees the ad a few times, clicks once, perhaps looks around and buys. Returns when the click was. */
export function webJourney(
  stage: Stage,
  person: Person,
  from: number,
  { impressionsPerClick, buysTimes = 1 }: Pick<WebAudience, 'impressionsPerClick' | 'buysTimes'>,
): number {
  const { random } = stage;
  const seen = reported(person, person.browserAgent);
  const ad: Reported = { ...stage.ad(), ...pageOf(stage) };
  let impression = from;
  for (let shown = roughly(random, impressionsPerClick); shown > 0; shown--) {
    stage.emit('impression', impression, VALID, ad, seen);
    if (random.chance(NOISE.manyPlaces)) otherPlaces(stage, ad, seen, impression);
    if (random.chance(NOISE.reloadRace))
      stage.emit('impression', impression + 400, VALID, ad, seen, { creative: 'creative-9' });
    if (random.chance(NOISE.browsesOn)) browseOn(stage, ad, seen, impression);
    if (shown > 1) impression += 20 * SECOND + random.logNormal(10, 1.3) * MINUTE;
  }
  const batched = random.chance(NOISE.batchedBeacon);
  const delay = batched ? random.between(0.05, 0.9) : NOISE.fastestClick + random.logNormal(9, 0.8);
  const click = impression + delay * SECOND;
  const id = random.hex(16);
  const columns: Reported = { click_id: id };
  if (impressionsPerClick > 0) columns.impression_time = iso(impression);
  stage.emit('click', click, VALID, ad, seen, columns);
  if (random.chance(NOISE.doubleTap))
    stage.emit('click', click + random.between(0.2, NOISE.doubleTapSeconds) * SECOND, DUPLICATE, ad, seen, columns, {
      click_id: random.hex(16),
    });
  if (random.chance(NOISE.clicksAgain)) {
    const { median, sigma } = NOISE.againSeconds;
    stage.emit('click', click + random.logNormal(median, sigma) * SECOND, VALID, ad, seen, {
      click_id: random.hex(16),
    });
  }
  if (random.chance(WEB.loads)) visit(stage, ad, seen, click + random.between(0.8, 4) * SECOND, buysTimes);
  return click;
}

/** A look around the shop, perhaps up to the order. */
export function visit(stage: Stage, ad: Reported, seen: Reported, from: number, buysTimes = 1): void {
  const { random } = stage;
  let at = from;
  const page = (path: string): Reported => ({ page_id: path, url: `https://shop.example${path}` });
  stage.emit('visit', at, VALID, ad, seen, page('/'));
  if (!random.chance(WEB.looks)) return;
  at += (4 + random.logNormal(22, 0.8)) * SECOND;
  stage.emit('visit', at, VALID, ad, seen, page(`/p/${random.int(1, 300)}`));
  at += (4 + random.logNormal(25, 0.8)) * SECOND;
  if (random.chance((WEB.buys * buysTimes) / WEB.looks)) {
    const order = { event_name: 'purchase', order_id: `SO-${random.hex(10)}`, revenue: 20 + random.int(0, 90) };
    stage.emit('web_event', at + random.logNormal(140, 0.5) * SECOND, VALID, ad, seen, order, { currency: 'EUR' });
  } else if (random.chance(WEB.signsUp)) {
    stage.emit('web_event', at, VALID, ad, seen, { event_name: 'newsletter_signup' });
  }
}

/** A crawler or monitor that says who it is, on an address of a hosting network. Every site has them. */
function declaredBot(stage: Stage): void {
  const { random } = stage;
  const agent = random.pick(DECLARED_BOTS);
  const columns: Reported = { ip: addressIn(random, random.pick(HOSTING_BLOCKS)), user_agent: agent };
  let at = stage.moment(stage.person().country, 'machine');
  for (let pages = random.int(1, 3); pages > 0; pages--) {
    stage.emit('visit', at, DECLARED, stage.ad(), columns, { page_id: '/', url: 'https://shop.example/' });
    at += random.between(1, 8) * SECOND;
  }
}

export function playWebOrganic(stage: Stage, visits: number): void {
  for (let count = 0; count < visits; count++) {
    const person = anyone(stage);
    visit(stage, stage.ad(), reported(person, person.browserAgent), stage.moment(person.country, 'shop'));
  }
}
