import { APPLE_MODELS } from '#traffic/lists/server/data/apple-models.ts';
import { EMULATOR_SIGNS } from '#traffic/lists/server/data/emulator-signs.ts';
import { LAST_IOS_MINOR, SKIPPED } from '#traffic/lists/server/data/system-releases.ts';
import { isBeyondAllVersions, RELEASES } from './releases.ts';
import { normalOs } from './user-agent.ts';

export type DeviceIdClass = 'valid' | 'zero' | 'malformed' | 'missing';

export interface DeviceInput {
  model: string;
  brand: string;
  /** As declared by the source; the agent's own claim is read from `userAgent`. */
  os: string;
  osVersion: string;
  userAgent: string;
  deviceId: string;
}

export interface DeviceFacts {
  device_id_class: DeviceIdClass;
  device_signs: string;
  device_conflict: string;
}

/** What a device claims apart from its id: few combinations in much traffic, so the answers can be remembered. */
export const readClaims = (input: DeviceInput): Omit<DeviceFacts, 'device_id_class'> => ({
  device_signs: emulatorSigns(input),
  device_conflict: deviceConflict(input),
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Ids of test devices in documentation and SDK samples; all digits alike are caught by form. */
const TEST_IDS = new Set([
  '12345678-1234-1234-1234-123456789012',
  '01234567-89ab-cdef-0123-456789abcdef',
  '0123456789abcdef',
]);
/**
 * An AppsFlyer id, a hash, an Android id, a cookie id: any stable
 * token without spaces that is long enough to tell people apart.
 */
const TOKEN = /^[\w.:~-]{8,128}$/;
/** 9774d56d682e549c is the Android id that every device with the bug of Android 2.2 shared. */
const SHARED_IDS = new Set(['9774d56d682e549c']);

/**
 * `zero`: tracking refused, or a test id; many devices share it, so it identifies nobody. `malformed`: cannot come from
 * a device (a macro nobody filled in, a cut-off UUID, free text). `missing`: not sent, however "nothing" is spelled.
 */
export function classifyDeviceId(deviceId: string): DeviceIdClass {
  const id = deviceId.trim();
  if (/^(?:-|null|none|n\/?a|nil|undefined|unknown|\(null\))?$/i.test(id)) return 'missing';
  const bare = id.toLowerCase().replaceAll('-', '');
  if (/^([0-9a-f])\1*$/.test(bare) && bare.length >= 1) return 'zero';
  if (TEST_IDS.has(id.toLowerCase()) || SHARED_IDS.has(bare)) return 'zero';
  if (UUID.test(id)) return 'valid';
  const looksLikeUuid = /^[\w]{4,12}(?:-[\w]{1,12}){4}$/.test(id);
  return !looksLikeUuid && TOKEN.test(id) && /\d|^[0-9a-f]+$/i.test(id) ? 'valid' : 'malformed';
}

/** One expression that says "none" for nearly every device, so that the single signs are asked rarely. */
const anySign = (place: 'model' | 'brand' | 'agent'): RegExp =>
  new RegExp(
    EMULATOR_SIGNS.filter((s) => s.in.includes(place))
      .map((s) => s.pattern.source)
      .join('|'),
    'i',
  );
const ANY_SIGN = { model: anySign('model'), brand: anySign('brand'), agent: anySign('agent') };
const PLACES = ['model', 'brand', 'agent'] as const;

/** The first sign of an emulator with the text it was found in, '' when there is none. */
function emulatorSigns({ model, brand, userAgent }: DeviceInput): string {
  const texts = { model, brand, agent: userAgent };
  for (const place of PLACES) {
    const text = texts[place];
    if (text === '' || !ANY_SIGN[place].test(text)) continue;
    const found = EMULATOR_SIGNS.find((s) => s.in.includes(place) && s.pattern.test(text));
    if (found) return place === 'agent' ? `${found.sign} in the agent` : `${found.sign}: ${place} ${text}`;
  }
  return '';
}

/** Makers that build only Android devices: nothing of theirs runs iOS. */
const ANDROID_BRANDS =
  /^(?:samsung|xiaomi|redmi|poco|huawei|honor|oppo|vivo|oneplus|realme|motorola|lenovo|nokia|tecno|infinix|itel|zte|google|sony|lg|asus|htc|cubot|blackview|doogee|ulefone|tcl|alcatel|meizu|nothing|micromax|lava|wiko|sharp|fairphone)$/i;

/** Brands that are companies; resellers and carriers put their own names on other makers' phones. */
const KNOWN_BRANDS = [ANDROID_BRANDS, /^apple$/i];

/** Models that only one maker builds. */
const MAKER_MODELS: readonly { model: RegExp; maker: RegExp; name: string }[] = [
  { model: /^(?:iPhone|iPad|iPod)(?:$|[ \d,(])/i, maker: /^apple/i, name: 'Apple' },
  { model: /^(?:SM-[A-Z]\d{3}|GT-[IPN]\d{4})/, maker: /^samsung/i, name: 'Samsung' },
  { model: /^Pixel(?: \d| C| XL| Fold| Tablet|$)/i, maker: /^google/i, name: 'Google' },
];

const MARKETING_NAMES =
  /^(?:cupcake|donut|eclair|froyo|gingerbread|honeycomb|ice cream sandwich|jelly ?bean|kit ?kat|lollipop|marshmallow|nougat|oreo|pie|quince tart|red velvet cake|snow cone|tiramisu|upside ?down ?cake|vanilla ice cream|baklava)\b/i;

const NT_VERSIONS = new Set('3.1 3.5 3.51 4.0 5.0 5.01 5.1 5.2 6.0 6.1 6.2 6.3 6.4 10.0'.split(' '));

type Check = (input: DeviceInput & { claimedOs: string; agentOs: string }) => string | false;

/**
 * Only what cannot be true: an unlikely device is a person's, an impossible one is nobody's. Of each group the first
 * hit counts, because one wrong column can contradict several others and two conflicts weigh more than one.
 */
const CHECKS: Readonly<Record<'hardware' | 'version', readonly Check[]>> = {
  hardware: [
    ({ claimedOs, agentOs }) =>
      agentOs !== '' &&
      (claimedOs === 'Android' || claimedOs === 'iOS') &&
      claimedOs !== agentOs &&
      `the agent says ${agentOs}, the report says ${claimedOs}`,
    ({ claimedOs, agentOs, brand }) =>
      (claimedOs === 'iOS' || agentOs === 'iOS') && ANDROID_BRANDS.test(brand) && `iOS on a device of ${brand}`,
    ({ claimedOs, agentOs, brand, model }) =>
      (claimedOs === 'Android' || agentOs === 'Android') &&
      (/^apple$/i.test(brand) || /^(?:iPhone|iPad)(?![a-z])/i.test(model)) &&
      'Android on an Apple device',
    ({ model, brand }) => {
      const own = MAKER_MODELS.find((m) => m.model.test(model));
      const otherMaker = own !== undefined && KNOWN_BRANDS.some((b) => b.test(brand)) && !own.maker.test(brand);
      return otherMaker && `${quoted(model)} is built by ${own.name}, not ${brand}`;
    },
  ],
  version: [
    ({ claimedOs, osVersion }) => neverReleased(claimedOs, osVersion),
    ({ claimedOs, osVersion, model }) => claimedOs === 'iOS' && cannotRun(model, osVersion),
    ({ agentOs, userAgent }) => neverReleased(agentOs, agentOs === '' ? '' : agentVersion(userAgent)),
    ({ userAgent }) => {
      const nt = /Windows NT (\d+\.\d+)/.exec(userAgent)?.[1];
      return nt !== undefined && !NT_VERSIONS.has(nt) && `Windows NT ${nt} was never released`;
    },
    ({ claimedOs, osVersion }) =>
      claimedOs === 'Android' &&
      MARKETING_NAMES.test(osVersion) &&
      `OS version given as a marketing name: ${quoted(osVersion)}`,
  ],
};

function deviceConflict(input: DeviceInput): string {
  const facts = { ...input, claimedOs: normalOs(input.os), agentOs: agentSystem(input.userAgent) };
  const first = (checks: readonly Check[]): string => {
    for (const check of checks) {
      const conflict = check(facts);
      if (conflict !== false && conflict !== '') return conflict;
    }
    return '';
  };
  return joinConflicts([first(CHECKS.hardware), first(CHECKS.version)]);
}

/** Several conflicts in one fact; the rule on implausible devices counts them by this separator. */
const joinConflicts = (conflicts: readonly string[]): string => conflicts.filter((c) => c !== '').join('; ');

/** Reported text inside a conflict must not look like a second one. */
const quoted = (text: string): string => text.replaceAll(';', ',');

/**
 * Phones only: a tablet in desktop mode says Macintosh or X11
 * and is real. Windows Phone names both others in its agent.
 */
function agentSystem(agent: string): 'Android' | 'iOS' | '' {
  if (/Windows Phone|Tizen|compatible;/.test(agent)) return '';
  if (/\(Linux; (?:U; )?Android |\(Android /.test(agent)) return 'Android';
  return /\((?:iPhone|iPad|iPod)[^)]*\bOS \d/.test(agent) ? 'iOS' : '';
}

const agentVersion = (agent: string): string =>
  (/Android (\d+(?:\.\d+)*)|\bOS (\d+(?:_\d+)*)/.exec(agent)?.slice(1).find(Boolean) ?? '').replaceAll('_', '.');

/** First and last major version by model in small letters; the last is 0 where there is none yet. */
const APPLE_SYSTEMS = new Map(
  APPLE_MODELS.split(';').flatMap((entry) => {
    const parts = /^\s*(.+) (\d+) (\d+|-)\s*$/.exec(entry);
    return parts
      ? [[(parts[1] ?? '').toLowerCase(), { first: Number(parts[2]), last: Number(parts[3]) || 0 }] as const]
      : [];
  }),
);
/** From this version on browsers name an older system, and trackers that read agents report what they name. */
const FROZEN_FROM = 18;

/** As reported by the device, not as its browser says: a system that the model was never given, test versions included. */
function cannotRun(model: string, version: string): string | false {
  const systems = APPLE_SYSTEMS.get(model.trim().toLowerCase());
  const major = Number.parseInt(version, 10);
  if (!systems || !(major > 0)) return false;
  const isTooNew = systems.last > 0 && major > systems.last;
  const isTooOld = major < systems.first && systems.first <= FROZEN_FROM;
  return (isTooNew || isTooOld) && `${quoted(model)} never ran iOS ${quoted(version)}`;
}

const ANDROIDS = RELEASES.systems.filter((s) => s.os === 'Android');
const ANDROID_VERSIONS = new Set(ANDROIDS.map((s) => s.version));
const ENDED_ANDROIDS = new Set(ANDROIDS.filter((s) => s.supportEnds !== null).map((s) => s.version));

/**
 * Versions between known ones that never existed, and numbers beyond all that can come. Those a little newer than the
 * table knows are no conflict: the table ages.
 */
function neverReleased(os: string, version: string): string | false {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!(major > 0)) return false;
  const claim = `${os} ${quoted(version)} was never released`;
  if (isBeyondAllVersions(os, version)) return claim;
  if (SKIPPED.some((s) => s.os === os && major >= s.from && major <= s.to)) return claim;
  const lastMinor = LAST_IOS_MINOR[major];
  if (os === 'iOS' && lastMinor !== undefined && minor > lastMinor) return claim;
  if (os !== 'Android' || ANDROID_VERSIONS.has(`${major}.${minor}`)) return false;
  // Since Android 9 there are no minors but 12.1; `.0` and `.1` are spellings. Branches still in support may get some.
  return (major < 9 || (minor > 1 && ENDED_ANDROIDS.has(String(major)))) && claim;
}
