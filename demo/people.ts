import { addressIn } from './addresses.ts';
import { DAY } from './calendar.ts';
import { COUNTRIES, type Country } from './data/countries.ts';
import { type Machine, OLD_PHONES, PHONES, type Phone } from './data/devices.ts';
import { NETWORKS } from './data/networks.ts';
import { CHROME, FIREFOX, IOS, type Release, SAMSUNG_INTERNET } from './data/releases.ts';
import { type Random, weighted } from './random.ts';

/** Somebody, or something, with one device in one place. */
export interface Person {
  country: Country;
  region: string;
  city: string;
  ip: string;
  wifi: boolean;
  carrier: string;
  phone: boolean;
  os: string;
  osVersion: string;
  brand: string;
  model: string;
  /** Agent of the browser, of a web view inside an app (where ads are clicked), and of an app itself. */
  browserAgent: string;
  viewAgent: string;
  appAgent: string;
  deviceId: string;
  userId: string;
}

/** A version people plausibly run on that day: most update within days, some lag, none runs the future. */
function versionOn(random: Random, releases: readonly Release[], at: number, behind = 0): number {
  let newest = releases.length - 1;
  // Roll-outs take days, and the day of release itself would look like a version from the future.
  while (newest > 0 && (releases[newest]?.at ?? 0) + 4 * DAY > at) newest--;
  const lag = random.chance(0.93) ? random.exponential(0.7) : random.exponential(5);
  return releases[Math.max(0, newest - behind - Math.floor(lag))]?.version ?? 0;
}

const drawCountry = {
  web: weighted(COUNTRIES, (country) => country.shop),
  app: weighted(COUNTRIES, (country) => country.game),
};
const drawPhone = { rich: weighted(PHONES, (phone) => phone.rich), poor: weighted(PHONES, (phone) => phone.poor) };
const drawOldPhone = weighted(OLD_PHONES, (phone) => phone.poor);
const OLD_COUNTRIES = COUNTRIES.filter((country) => country.oldPhones);

const iosVersion = (version: number): string => version.toFixed(1);
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';

interface Agents {
  osVersion: string;
  browserAgent: string;
  viewAgent: string;
  appAgent: string;
}

function iosAgents(random: Random, at: number, oldest: number): Agents {
  const version = Math.max(oldest, versionOn(random, IOS, at));
  const osVersion = iosVersion(version);
  // Safari 26 and later freeze the system in the agent at 18_6 and tell only their own version.
  const frozen = version >= 26 ? '18_6' : osVersion.replace('.', '_');
  const system = `Mozilla/5.0 (iPhone; CPU iPhone OS ${frozen} like Mac OS X) ${WEBKIT}`;
  return {
    osVersion,
    browserAgent: `${system} Version/${osVersion} Mobile/15E148 Safari/604.1`,
    viewAgent: `${system} Mobile/15E148`,
    appAgent: `${system} Mobile/15E148`,
  };
}

function androidAgents(random: Random, at: number, phone: Machine, chrome: number): Agents {
  const samsung = phone.brand === 'Samsung' && random.chance(0.3);
  // Chrome on Android hides model and system: every phone says "Android 10; K".
  const reduced = `Mozilla/5.0 (Linux; Android 10; K) ${BLINK}`;
  return {
    osVersion: phone.osVersion,
    browserAgent: samsung
      ? `${reduced} SamsungBrowser/${versionOn(random, SAMSUNG_INTERNET, at)}.0 Chrome/${chrome - 8}.0.0.0 Mobile Safari/537.36`
      : `${reduced} Chrome/${chrome}.0.0.0 Mobile Safari/537.36`,
    viewAgent: `Mozilla/5.0 (Linux; Android ${phone.osVersion}; ${phone.model} Build/${phone.build}; wv) ${BLINK} Version/4.0 Chrome/${chrome}.0.0.0 Mobile Safari/537.36`,
    appAgent: `Dalvik/2.1.0 (Linux; U; Android ${phone.osVersion}; ${phone.model} Build/${phone.build})`,
  };
}

export const machineAgents = (random: Random, at: number, machine: Machine): Agents =>
  androidAgents(random, at, machine, versionOn(random, CHROME, at));

/** Chrome without a screen, as it names itself when nobody hides it. */
export const headlessAgent = (random: Random, at: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/${versionOn(random, CHROME, at)}.0.0.0 Safari/537.36`;

function desktop(random: Random, at: number): Pick<Person, 'os' | 'osVersion' | 'brand' | 'model' | 'browserAgent'> {
  const windows = random.chance(0.72);
  const system = windows ? 'Windows NT 10.0; Win64; x64' : 'Macintosh; Intel Mac OS X 10_15_7';
  const base = { os: windows ? 'Windows' : 'macOS', osVersion: windows ? '10' : '', brand: '', model: '' };
  const browser = random.next();
  if (browser < 0.1) {
    const version = versionOn(random, FIREFOX, at);
    const gecko = windows ? system : 'Macintosh; Intel Mac OS X 10.15';
    return { ...base, browserAgent: `Mozilla/5.0 (${gecko}; rv:${version}.0) Gecko/20100101 Firefox/${version}.0` };
  }
  if (!windows && browser < 0.45) {
    const version = iosVersion(versionOn(random, IOS, at));
    return { ...base, browserAgent: `Mozilla/5.0 (${system}) ${WEBKIT} Version/${version} Safari/605.1.15` };
  }
  const version = versionOn(random, CHROME, at);
  const chrome = `Mozilla/5.0 (${system}) ${BLINK} Chrome/${version}.0.0.0 Safari/537.36`;
  return { ...base, browserAgent: windows && browser > 0.8 ? `${chrome} Edg/${version}.0.0.0` : chrome };
}

export interface Wish {
  country?: Country;
  /** Old phones of poor markets instead of the usual mix. */
  old?: boolean;
  phone?: boolean;
}

/** Draws a person for the shop or the game, with what they run on that day. */
export function makePerson(random: Random, use: 'web' | 'app', at: number, wish: Wish = {}): Person {
  const country = wish.country ?? (wish.old ? random.pick(OLD_COUNTRIES) : drawCountry[use](random));
  const isPhone = wish.phone ?? (use === 'app' || wish.old || random.chance(country.phones));
  const networks = NETWORKS[country.code];
  const wifi = !isPhone || random.chance(country.oldPhones ? 0.35 : 0.66);
  const operator = random.pick<{ carrier: string; blocks: readonly string[] }>(networks.mobile);
  const place = random.pick(country.places);
  const common = {
    country,
    region: place.region,
    city: place.city,
    ip: addressIn(random, random.pick<string>(wifi ? networks.fixed : operator.blocks)),
    wifi,
    carrier: isPhone ? operator.carrier : '',
    phone: isPhone,
    userId: random.hex(16),
  };
  if (!isPhone) {
    const machine = desktop(random, at);
    return { ...common, ...machine, viewAgent: machine.browserAgent, appAgent: machine.browserAgent, deviceId: '' };
  }
  const phone: Phone = wish.old ? drawOldPhone(random) : drawPhone[country.oldPhones ? 'poor' : 'rich'](random);
  const id = random.uuid();
  if (phone.os === 'ios') {
    return {
      ...common,
      os: 'iOS',
      brand: phone.brand,
      model: phone.model,
      deviceId: id.toUpperCase(),
      ...iosAgents(random, at, Number(phone.systems[0])),
    };
  }
  const machine = { ...phone, osVersion: wish.old ? random.pick(phone.systems) : drawSystem(random, phone) };
  const chrome = versionOn(random, CHROME, at, wish.old ? random.int(12, 24) : 0);
  return {
    ...common,
    os: 'Android',
    brand: phone.brand,
    model: phone.model,
    deviceId: id,
    ...androidAgents(random, at, machine, chrome),
  };
}

const drawSystem = (random: Random, phone: Phone): string =>
  phone.systems[Math.min(phone.systems.length - 1, Math.floor(random.exponential(0.7)))] ?? '14';
