import { addressIn } from '#demo/addresses.ts';
import { HOSTING_BLOCKS, NETWORKS } from '#demo/data/networks.ts';
import { makePerson, type Person } from '#demo/people.ts';
import { FIRST_DAY, type Stage } from '../stage.ts';
import { MASKED } from './parameters.ts';

interface Shares {
  vpn: number;
  corporate: number;
  cloudDesktop: number;
}

/** Asked for every person of a source; drawn once. */
const sharesOfStage = new WeakMap<Stage, Shares>();

function sharesOf(stage: Stage): Shares {
  const known = sharesOfStage.get(stage);
  if (known) return known;
  const random = stage.fixed('source', 'masked');
  const shares = {
    vpn: random.between(...MASKED.vpn),
    corporate: random.between(...MASKED.corporate),
    cloudDesktop: random.between(...MASKED.cloudDesktop),
  };
  sharesOfStage.set(stage, shares);
  return shares;
}

/** The person, perhaps behind an address that is not theirs. Phones stay phones: what differs is how they are online. */
export function masked(stage: Stage, person: Person): Person {
  const { random } = stage;
  const { vpn, corporate, cloudDesktop } = sharesOf(stage);
  const roll = random.next();
  if (roll < vpn) return { ...person, ip: exit(stage) };
  if (roll < vpn + corporate) return colleague(stage, person);
  if (!person.phone && roll < vpn + corporate + cloudDesktop)
    return { ...person, ip: addressIn(random, random.pick(HOSTING_BLOCKS)) };
  return person;
}

/** One of the exits everybody shares. */
function exit(stage: Stage): string {
  const which = stage.random.int(1, MASKED.exits);
  const own = stage.fixed('world', `exit ${which}`);
  const blocks: readonly string[] = own.chance(MASKED.hostedExit)
    ? HOSTING_BLOCKS
    : own.pick(Object.values(NETWORKS)).fixed;
  return addressIn(own, own.pick(blocks));
}

/** Computers of a company are all set up alike; phones on its Wi-Fi are people's own. */
function colleague(stage: Stage, person: Person): Person {
  const own = stage.fixed('world', `company ${stage.random.int(1, MASKED.companies)}`);
  const gateways = Array.from({ length: own.int(...MASKED.gateways) }, () => addressIn(own, own.pick(HOSTING_BLOCKS)));
  const ip = stage.random.pick(gateways);
  if (person.phone) return { ...person, wifi: true, ip };
  const { os, osVersion, browserAgent } = makePerson(own, 'web', FIRST_DAY, { phone: false });
  return { ...person, os, osVersion, browserAgent, ip };
}
