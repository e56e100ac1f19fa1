import { DAY, HOUR, SECOND } from '../calendar.ts';
import { COUNTRIES } from '../data/countries.ts';
import { EMULATORS, IMPOSSIBLE } from '../data/devices.ts';
import { NETWORKS } from '../data/networks.ts';
import type { Label } from '../labelled-event.ts';
import { machineAgents, type Person } from '../people.ts';
import { serverAddress } from '../servers.ts';
import type { Ad, Stage } from '../stage.ts';
import { addClick, addInstall, honestDelay, type Install, installColumns } from './app-people.ts';
import { gateway } from './web-people.ts';

const INHERITED: Label = { truth: 'fraud', scenario: 'inherited_events' };
const SCRIPT = ['session_start', 'tutorial_complete', 'level_5', 'purchase'];

/** Events reported for a fraudulent install by a server, not by the SDK: no SDK version, too even in time. */
function inherit(stage: Stage, install: Install, most: number): void {
  const { random } = stage;
  const shared = installColumns(install);
  const count = random.int(0, most);
  for (let i = 0; i < count; i++) {
    const event = SCRIPT[Math.min(i, SCRIPT.length - 1)] ?? 'session_start';
    const paid =
      event === 'purchase' ? { order_id: random.hex(16), ...stage.revenue(install.person.country, 4, 0.3) } : {};
    stage.add(
      'app_event',
      install.installAt + (i + 1) * 30 * SECOND,
      [...shared, { event_name: event }, paid],
      INHERITED,
    );
  }
}

function clickAndInstall(
  stage: Stage,
  person: Person,
  ad: Ad,
  clickAt: number,
  installAt: number,
  beginAt: number,
  most = 2,
): void {
  const click = { at: Math.floor(clickAt), id: stage.random.hex(20) };
  addClick(stage, person, ad, click.at, click.id);
  const install: Install = { person, ad, click, installAt, beginAt };
  addInstall(stage, install);
  inherit(stage, install, most);
}

/**
 * Sends a click for everybody it can name, all day long, and waits who installs on their own. The times from click to
 * install are then those of chance: flat over days instead of steep in the first hour.
 */
export function clickFlooding(stage: Stage): void {
  const { random } = stage;
  for (let i = 0; i < 25; i++) {
    const person = stage.person();
    const ad = stage.ad();
    const at = stage.dayStart + random.next() * DAY;
    if (random.chance(0.012)) {
      const installAt = at + random.between(0.4, 150) * HOUR;
      clickAndInstall(stage, person, ad, at, installAt, installAt - random.between(30, 400) * SECOND);
    } else {
      addClick(stage, person, ad, at, random.hex(20));
      if (random.chance(0.3)) addClick(stage, person, ad, at + random.between(2, 9) * HOUR, random.hex(20));
    }
  }
}

const androidPerson = (stage: Stage): Person => {
  for (;;) {
    const person = stage.person();
    if (person.os === 'Android') return person;
  }
};

/** A spying app sees the store begin an install and quickly claims it with a click. */
export function clickInjection(stage: Stage): void {
  const { random } = stage;
  const person = androidPerson(stage);
  const beginAt = stage.moment(person.country);
  const click = beginAt + random.between(2, 18) * SECOND;
  clickAndInstall(stage, person, stage.ad(), click, click + random.between(12, 75) * SECOND, beginAt);
}

/** First open seconds after the click: no network downloads a big app so fast. */
export function shortCtit(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const click = stage.moment(person.country);
  const installAt = click + random.between(1.2, 8) * SECOND;
  clickAndInstall(stage, person, stage.ad(), click, installAt, click + 0.4 * SECOND);
}

/** The delays look honest, the device does not: how device fraud is usually dressed. */
function dressed(stage: Stage, person: Person, most = 2): void {
  const at = stage.moment(person.country);
  const installAt = at + honestDelay(stage.random) * SECOND;
  clickAndInstall(stage, person, stage.ad(), at, installAt, Math.max(at + SECOND, installAt - 30 * SECOND), most);
}

export function emulators(stage: Stage): void {
  const machine = stage.random.pick(EMULATORS);
  const person = { ...stage.person(), os: 'Android', brand: machine.brand, model: machine.model };
  dressed(
    stage,
    { ...person, deviceId: stage.random.uuid(), ...machineAgents(stage.random, stage.dayStart, machine) },
    3,
  );
}

/** Shelves of one phone model behind one small network, ids reset before every install. */
export function deviceFarm(stage: Stage): void {
  const { random } = stage;
  const country = COUNTRIES.find((item) => item.code === 'VN');
  if (!country) return;
  const phone = { brand: 'Xiaomi', model: '23129RN51X', osVersion: '13', build: 'TP1A.220624.014' };
  const shelf = gateway(NETWORKS.VN.fixed[2], 1 + (Math.floor(stage.dayStart / DAY) % 3));
  const ip = `${shelf.slice(0, shelf.lastIndexOf('.'))}.${random.int(10, 20)}`;
  const person = {
    ...stage.person({ country }),
    ip,
    wifi: true,
    os: 'Android',
    brand: phone.brand,
    model: phone.model,
  };
  dressed(stage, { ...person, deviceId: random.uuid(), ...machineAgents(random, stage.dayStart, phone) }, 1);
}

const BROKEN_IDS = ['00000000-0000-0000-0000-000000000000', 'null', '{gaid}', '%%ADVERTISING_ID%%', 'unknown', '0'];

export function malformedIds(stage: Stage): void {
  const { random } = stage;
  const deviceId = random.chance(0.75) ? random.pick(BROKEN_IDS) : random.hex(random.int(9, 30));
  dressed(stage, { ...stage.person(), deviceId }, 1);
}

export function impossibleDevices(stage: Stage): void {
  const { random } = stage;
  const machine = random.pick(IMPOSSIBLE);
  const person = stage.person();
  const agents =
    machine.os === 'android' ? machineAgents(random, stage.dayStart, machine) : iosAgent(machine.osVersion);
  dressed(stage, {
    ...person,
    ...agents,
    os: machine.os === 'ios' ? 'iOS' : 'Android',
    osVersion: machine.osVersion,
    brand: machine.brand,
    model: machine.model,
  });
}

const iosAgent = (version: string): Pick<Person, 'viewAgent' | 'appAgent'> => {
  const agent = `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`;
  return { viewAgent: agent, appAgent: agent };
};

/** Whole installs from a hosting network, with an agent that would pass. */
export function datacenterInstalls(stage: Stage): void {
  const ip = serverAddress(stage.random);
  dressed(stage, { ...stage.person(), ip, wifi: true });
}

/** A server pretends to be the app and gets the order wrong: first open before the click it claims. */
export function sdkSpoofing(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const ad = stage.ad();
  const installAt = stage.moment(person.country);
  const click = { at: Math.floor(installAt + random.between(5, 120) * SECOND), id: random.hex(20) };
  addClick(stage, person, ad, click.at, click.id);
  const install: Install = { person, ad, click, installAt };
  addInstall(stage, install);
  inherit(stage, install, 3);
}

/** One device is booked as a new install again and again; the first booking is honest. */
export function duplicateInstalls(stage: Stage): void {
  const { random } = stage;
  const person = stage.person();
  const bookings = random.int(2, 4);
  let at = stage.moment(person.country);
  for (let booking = 0; booking < bookings; booking++) {
    const ad = stage.ad();
    const click = { at: Math.floor(at), id: random.hex(20) };
    const clean: Label = { truth: 'clean', scenario: stage.label.scenario };
    const label = booking === 0 ? clean : stage.label;
    // The clicks may be real; booking the device as new once more is the fraud.
    addClick(stage, person, ad, click.at, click.id, clean);
    const installAt = at + random.between(60, 900) * SECOND;
    const install: Install = { person, ad, click, installAt, beginAt: installAt - 40 * SECOND, label };
    addInstall(stage, install);
    if (booking > 0) inherit(stage, install, 1);
    at = installAt + random.between(0.2, 6) * DAY;
  }
}
