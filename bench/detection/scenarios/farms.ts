import { addressIn } from '#demo/addresses.ts';
import { DAY, HOUR, SECOND } from '#demo/calendar.ts';
import { NETWORKS } from '#demo/data/networks.ts';
import type { Person } from '#demo/people.ts';
import type { Random } from '#demo/random.ts';
import { installColumns, playAudience } from '../honest/app-journey.ts';
import { liveWithApp } from '../honest/app-life.ts';
import { usualAudience } from '../honest/odd-app.ts';
import { MARKETS } from '../honest/parameters.ts';
import { reported } from '../honest/people.ts';
import { scenario } from '../scenario.ts';
import { countryOf, roughly, type Stage } from '../stage.ts';
import { UNSEEN } from '../truth.ts';

const FARM = ['dev.farm', 'dev.id_reset', 'net.ip_concentration', 'ins.bot'] as const;
const FARM_CLICK = ['dev.farm', 'dev.id_reset', 'net.ip_concentration', 'net.correlated_ips', 'bot.behaviour'] as const;
const FARM_EVENTS = ['dev.farm', 'evt.inherited', 'ins.incent'] as const;

/** A phone of the farm, before it takes a new identity. */
function farmPhone(stage: Stage, code: string): Person {
  for (;;) {
    const person = stage.person({ country: countryOf(code) });
    if (person.os === 'Android') return { ...person, wifi: true, carrier: '' };
  }
}

const subnetOf = (random: Random, code: keyof typeof NETWORKS): string => {
  const address = addressIn(random, random.pick<string>(NETWORKS[code].fixed));
  return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
};

const inSubnet = (random: Random, subnet: string): string => subnet.replace('.0/24', `.${random.int(1, 254)}`);

/** Rooms full of phones that install, reset and install again. */
export const DEVICE_FARM = scenario({
  id: 'device_farm',
  title: 'Device farm',
  side: 'app',
  level: 'source',
  kind: 'install',
  accepts: FARM,
  sources: 14,
  volume: 'installs',
  deciding: {
    words: 'share of installs in the three commonest pairs of /24 network and model',
    unit: 'source',
    measure: 'topPairs',
  },
  basis:
    'AppsFlyer on device farms and resets; Kochava on mixes of models against the app; tekies MMP rule page (10 installs of one /24 with the same model in an hour). Numbers of rooms and models are ours',
  parameters: {
    installs: { words: 'installs', easy: [150, 500], medium: [150, 500], hard: [150, 500] },
    genuineShare: { words: 'genuine installs beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
    subnets: { words: '/24 networks', easy: [1, 3], medium: [4, 16], hard: [30, 90] },
    models: { words: 'models of phone', easy: [1, 2], medium: [3, 6], hard: [8, 15] },
    machineHours: {
      words: 'share of installs without regard to the hour',
      easy: [1, 1],
      medium: [0.3, 0.8],
      hard: [0, 0.3],
    },
    nextDay: {
      words: 'share that opens the app on the day after',
      easy: [0, 0.02],
      medium: [0.02, 0.12],
      hard: [0.15, 0.3],
    },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    playAudience(stage, { ...usual, installs: Math.round(values.installs * values.genuineShare) });
    const code = countryOf(random.pick([...MARKETS.poor, ...MARKETS.middle])).code;
    const subnets = Array.from({ length: Math.max(1, Math.round(values.subnets)) }, () => subnetOf(random, code));
    const phones = Array.from({ length: Math.max(1, Math.round(values.models)) }, () => farmPhone(stage, code));
    for (let install = 0; install < values.installs; install++) {
      const phone = { ...random.pick(phones), ip: inSubnet(random, random.pick(subnets)), deviceId: random.uuid() };
      const at = stage.moment(phone.country, random.chance(values.machineHours) ? 'machine' : 'game');
      const clicked = { at: at - (15 + random.logNormal(50, 0.4)) * SECOND, id: random.hex(16), ad: stage.ad() };
      const seen = reported(phone, phone.viewAgent);
      for (let clicks = roughly(random, 2); clicks > 1; clicks--)
        stage.emit('click', clicked.at - clicks * HOUR, FARM_CLICK, stage.ad(), seen, { click_id: random.hex(16) });
      stage.emit('click', clicked.at, FARM_CLICK, clicked.ad, seen, { click_id: clicked.id });
      const columns = installColumns(phone, clicked, at, at - (at - clicked.at) * 0.7);
      if (stage.emit('install', at, FARM, clicked.ad, reported(phone, phone.appAgent), columns))
        liveWithApp(stage, phone, clicked.ad, at, { reasons: FARM_EVENTS, nextDay: values.nextDay, eager: 0.8 });
    }
  },
});

const RESET = ['dev.id_reset', 'dev.farm', 'ins.duplicate'] as const;
const RESET_EVENTS = ['evt.inherited', 'dev.id_reset', 'dev.farm'] as const;
const RESET_CLICK = [UNSEEN, 'dev.id_reset', 'dev.farm'] as const;

/** One phone at somebody's home that changes its advertising id after every install. */
export const ID_RESET = scenario({
  id: 'id_reset',
  title: 'Device id reset',
  side: 'app',
  level: 'event',
  kind: 'install',
  accepts: RESET,
  sources: 12,
  volume: 'phones',
  deciding: { words: 'ids of one address, model and system within a day', unit: 'event', measure: 'idsOfPhone' },
  basis: 'AppsFlyer study of device-id reset 2017; how often one phone resets is ours',
  parameters: {
    phones: { words: 'phones', easy: [3, 8], medium: [8, 20], hard: [30, 60] },
    daysActive: { words: 'days each phone is at it', easy: [3, 8], medium: [2, 4], hard: [1, 2] },
    idsPerDay: { words: 'ids of a phone in a day', easy: [15, 40], medium: [2.5, 8], hard: [2, 3.5] },
    hoursPerDay: { words: 'hours of the day it takes', easy: [2, 6], medium: [4, 12], hard: [12, 20] },
    genuineShare: { words: 'genuine installs beside, share', easy: [0, 0.1], medium: [0.1, 0.6], hard: [0.5, 1.5] },
  },
  play: (stage, values) => {
    const { random } = stage;
    const usual = usualAudience(stage);
    const code = countryOf(random.pick([...MARKETS.poor, ...MARKETS.middle])).code;
    let made = 0;
    for (let count = Math.round(values.phones); count > 0; count--) {
      const phone = farmPhone(stage, code);
      for (let days = Math.round(values.daysActive); days > 0; days--) {
        // Home connections get a new address now and then.
        const ip = addressIn(random, random.pick<string>(NETWORKS[code].fixed));
        const begin =
          Math.floor(stage.moment(phone.country, 'game') / DAY) * DAY +
          random.between(0, 24 - values.hoursPerDay) * HOUR;
        const ids = Math.max(1, roughly(random, values.idsPerDay));
        for (let each = 0; each < ids; each++) {
          const now = { ...phone, ip, deviceId: random.uuid() };
          const at = begin + ((each + random.next() * 0.8) / ids) * values.hoursPerDay * HOUR;
          const clicked = { at: at - (20 + random.logNormal(60, 0.5)) * SECOND, id: random.hex(16), ad: stage.ad() };
          stage.emit('click', clicked.at, RESET_CLICK, clicked.ad, reported(now, now.viewAgent), {
            click_id: clicked.id,
          });
          const columns = installColumns(now, clicked, at, at - (at - clicked.at) * 0.7);
          if (stage.emit('install', at, RESET, clicked.ad, reported(now, now.appAgent), columns)) made++;
          liveWithApp(stage, now, clicked.ad, at, { reasons: RESET_EVENTS, nextDay: 0.05 });
        }
      }
    }
    playAudience(stage, { ...usual, installs: Math.round(made * values.genuineShare) });
  },
});
