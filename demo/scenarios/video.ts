import { SECOND } from '../calendar.ts';
import { DEPRECATED_AGENTS } from '../data/releases.ts';
import type { Columns } from '../labelled-event.ts';
import type { Person } from '../people.ts';
import { serverAddress } from '../servers.ts';
import { type Ad, deviceColumns, type Stage } from '../stage.ts';

const QUARTILES = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];
const VIDEOS = 60;
const SAFE = ['cooking', 'travel', 'crafts', 'sports', 'music', 'animals'];
/** Topics of the brand-safety floor; a few end up beside every video campaign. */
const UNSAFE = ['crime', 'gambling', 'weapons', 'adult'];

/** One request for an ad and, when it is filled, what the player reported. Returns when it ended. */
function watch(stage: Stage, person: Person, ad: Ad, from: number, agent: string, stay: number): number {
  const { random } = stage;
  const video = random.int(1, VIDEOS);
  const click = random.hex(20);
  const topic = random.chance(0.04) ? random.pick(UNSAFE) : (SAFE[video % SAFE.length] ?? 'music');
  const shared: Columns = [
    ad.columns,
    deviceColumns(person, agent),
    { click_id: click, page_id: `video-${1000 + video * 17}`, keyword: topic, content_category: topic },
  ];
  stage.add('vast_request', from, shared);
  let at = from + random.between(0.3, 1.6) * SECOND;
  if (!random.chance(0.72)) return at;
  const quarter = random.pick([3.75, 5, 7.5]) * SECOND;
  stage.add('vast_tracking', at, [...shared, { event_name: 'impression' }, stage.cost('vast_tracking', ad)]);
  for (const name of QUARTILES) {
    stage.add('vast_tracking', at + 20, [...shared, { event_name: name }]);
    if (!random.chance(stay)) return at;
    at += quarter;
  }
  return at;
}

export function videoViewers(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  let at = stage.moment(person.country);
  const videos = 1 + Math.floor(random.exponential(0.8));
  for (let i = 0; i < videos; i++)
    at = watch(stage, person, ad, at, person.viewAgent, 0.86) + random.logNormal(240, 0.8) * SECOND;
}

/** Eager but honest: more ads of one campaign in a day than the usual cap of three. */
export function videoMarathon(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  let at = stage.moment(person.country);
  const videos = random.int(4, 9);
  for (let i = 0; i < videos; i++)
    at = watch(stage, person, ad, at, person.viewAgent, 0.93) + random.logNormal(300, 0.5) * SECOND;
}

/** Requests from hosting networks and with agents nobody runs any more. */
export function videoRobots(stage: Stage): void {
  const { random } = stage;
  const host = random.chance(0.7);
  const person = stage.person();
  const robot = host ? { ...person, wifi: true, carrier: '', ip: serverAddress(random) } : person;
  const agent = host && random.chance(0.6) ? person.viewAgent : random.pick(DEPRECATED_AGENTS);
  const ad = stage.ad();
  let at = stage.moment(person.country);
  const videos = random.int(2, 5);
  for (let i = 0; i < videos; i++) at = watch(stage, robot, ad, at, agent, 1) + random.between(4, 9) * SECOND;
}
