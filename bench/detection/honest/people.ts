import { addressIn } from '#demo/addresses.ts';
import { DAY, SECOND } from '#demo/calendar.ts';
import { HOSTING_BLOCKS, NETWORKS } from '#demo/data/networks.ts';
import type { Person } from '#demo/people.ts';
import type { Random } from '#demo/random.ts';
import type { Reported } from '../event.ts';
import type { Stage } from '../stage.ts';
import { masked } from './masked.ts';
import { NOISE } from './parameters.ts';

/** What the measurement SDK or the tag reports about a person's device. Computers have no device columns. */
export function reported(person: Person, agent: string): Reported {
  const columns: Reported = {
    ip: person.ip,
    user_agent: agent,
    declared_country: person.country.code,
    language: person.country.language,
  };
  if (person.phone) {
    columns.city = person.city;
    columns.wifi = person.wifi ? 'true' : 'false';
    columns.device_model = person.model;
    columns.device_brand = person.brand;
    columns.declared_os = person.os;
    columns.declared_os_version = person.osVersion;
    columns.device_id = person.deviceId;
    if (person.carrier !== '') columns.carrier = person.carrier;
  }
  return columns;
}

/** The oddities a small part of honest people has in any audience. */
export function withNoise(stage: Stage, person: Person): Person {
  const { random } = stage;
  const roll = random.next();
  let changed = person;
  if (roll < NOISE.vpnExit) changed = { ...person, wifi: true, ip: addressIn(random, random.pick(HOSTING_BLOCKS)) };
  else if (roll < NOISE.vpnExit + NOISE.roaming) {
    const abroad = random.pick(Object.values(NETWORKS));
    changed = { ...person, wifi: false, ip: addressIn(random, random.pick<string>(abroad.fixed)) };
  }
  if (person.os === 'Android' && random.chance(NOISE.zeroId))
    changed = { ...changed, deviceId: '00000000-0000-0000-0000-000000000000' };
  return stage.world.masked ? masked(stage, changed) : changed;
}

/** How long people of a market take from the click to the first open. */
export interface Pace {
  /** Most go on at once: median seconds and spread (log-normal) of store, download and start. */
  directMedian: number;
  directSigma: number;
  /** The rest comes back later: share, median seconds and spread. */
  laterShare: number;
  laterMedian: number;
  laterSigma: number;
}

/** Seconds from click to first open. Store and download take some seconds whatever happens. */
export function clickToInstall(random: Random, pace: Pace): number {
  const later = random.chance(pace.laterShare);
  const seconds = later
    ? random.logNormal(pace.laterMedian, pace.laterSigma)
    : random.logNormal(pace.directMedian, pace.directSigma);
  return Math.min(NOISE.fastestStart + seconds, (7 * DAY) / SECOND);
}
