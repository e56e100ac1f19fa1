import { addressIn } from '../addresses.ts';
import { iso, MINUTE, SECOND } from '../calendar.ts';
import { GOOGLEBOT_BLOCK, HOSTING_BLOCKS } from '../data/networks.ts';
import { DECLARED_BOTS, DEPRECATED_AGENTS, GOOGLEBOT_AGENT, LIBRARY_AGENTS } from '../data/releases.ts';
import type { Columns, RawColumns } from '../labelled-event.ts';
import { headlessAgent, type Person } from '../people.ts';
import { serverAddress } from '../servers.ts';
import { browserColumns, type Stage } from '../stage.ts';
import { addClick } from './app-people.ts';

/** A robot tells nothing about its place; only its address does. */
const robotColumns = (ip: string, agent: string): RawColumns => ({ ip, user_agent: agent });

/** Walks through the shop page by page, as crawlers do. */
function crawl(stage: Stage, ip: string, agent: string, pages: number): void {
  const { random } = stage;
  const ad = stage.ad();
  let at = stage.dayStart + random.next() * 86_000 * SECOND;
  for (let page = 0; page < pages; page++) {
    const path = `/p/item-${random.int(1, 400)}`;
    stage.add('visit', at, [
      ad.columns,
      robotColumns(ip, agent),
      {
        page_id: path,
        http_method: 'GET',
        http_status: random.chance(0.95) ? 200 : 404,
        url: `https://${stage.pkg.name}${path}`,
      },
    ]);
    at += random.between(1, 5) * SECOND;
  }
}

export const declaredBots = (stage: Stage): void =>
  crawl(
    stage,
    addressIn(stage.random, stage.random.pick(HOSTING_BLOCKS)),
    stage.random.pick(DECLARED_BOTS),
    stage.random.int(2, 6),
  );

/** The real one, from its published range: invalid traffic, but nobody cheats. */
export const verifiedCrawler = (stage: Stage): void =>
  crawl(stage, addressIn(stage.random, GOOGLEBOT_BLOCK), GOOGLEBOT_AGENT, stage.random.int(2, 8));

/** Takes the crawler's name to slip through, from somebody's living room. */
export function spoofedCrawlers(stage: Stage): void {
  const person = stage.person({ phone: false });
  crawl(stage, person.ip, GOOGLEBOT_AGENT, stage.random.int(3, 9));
}

/** Shown ad, click and one page in quick order, from a hosting network. */
export function datacenterBots(stage: Stage): void {
  const { random } = stage;
  const kind = random.next();
  const person = stage.person({ phone: false });
  const agent =
    kind < 0.35
      ? random.pick(LIBRARY_AGENTS)
      : kind < 0.65
        ? headlessAgent(random, stage.dayStart)
        : person.browserAgent;
  const columns = robotColumns(serverAddress(random), agent);
  const ad = stage.ad();
  const seen: Columns = [ad.columns, columns, { declared_country: person.country.code }];
  const at = stage.dayStart + random.next() * 86_000 * SECOND;
  const click = at + random.between(1.1, 3) * SECOND;
  const id = random.hex(20);
  stage.add('impression', at, [...seen, stage.cost('impression', ad)]);
  stage.add('click', click, [...seen, { click_id: id, impression_time: iso(at) }, stage.cost('click', ad)]);
  if (random.chance(0.5)) {
    stage.add('visit', click + SECOND, [
      ...seen,
      { click_id: id, page_id: '/', http_method: 'GET', http_status: 200, url: `https://${stage.pkg.name}/` },
    ]);
  }
}

/** Browsers that lost support years ago, on home connections: an infected pool of machines. */
export function deprecatedBrowsers(stage: Stage): void {
  const person: Person = { ...stage.person({ phone: false }), browserAgent: stage.random.pick(DEPRECATED_AGENTS) };
  clickOnce(stage, person, stage.random.between(2, 30) * SECOND);
}

/** Clicks that follow their impression sooner than an eye can. */
export const fastClicks = (stage: Stage): void => clickOnce(stage, stage.person(), stage.random.between(40, 700));

/** Impression, click after the given milliseconds, and rarely a page. */
function clickOnce(stage: Stage, person: Person, delay: number): void {
  const { random } = stage;
  const ad = stage.ad();
  const seen: Columns = [ad.columns, browserColumns(person)];
  const at = stage.moment(person.country);
  stage.add('impression', at, [...seen, stage.cost('impression', ad)]);
  stage.add('click', at + delay, [
    ...seen,
    { click_id: random.hex(20), impression_time: iso(at) },
    stage.cost('click', ad),
  ]);
}

/** Fires the same click twice or three times. The first one counts as honest. */
export function duplicateClicks(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  const at = stage.moment(person.country);
  const again: Columns = [ad.columns, browserColumns(person), stage.cost('click', ad)];
  stage.add('click', at, [...again, { click_id: random.hex(20) }], { truth: 'clean', scenario: stage.label.scenario });
  const copies = random.int(1, 2);
  for (let copy = 0, next = at; copy < copies; copy++) {
    next += random.between(0.3, 12) * SECOND;
    stage.add('click', next, [...again, { click_id: random.hex(20) }]);
  }
}

/** One person clicks everything within minutes, each time on another ad. */
export function clickBursts(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  let at = stage.moment(person.country);
  const clicks = random.int(9, 26);
  for (let click = 0; click < clicks; click++) {
    const ad = stage.ad();
    if (stage.pkg.kind === 'app') addClick(stage, person, ad, at, random.hex(20));
    else
      stage.add('click', at, [
        ad.columns,
        browserColumns(person),
        { click_id: random.hex(20) },
        stage.cost('click', ad),
      ]);
    at += random.chance(0.1) ? random.between(1, 4) * MINUTE : random.between(1.5, 9) * SECOND;
  }
}
