import UAParser from 'ua-parser-js';
import type { Lists } from '#traffic/lists/server/lists.ts';
import { classifyAgent, plainAgent, type UaClass } from './agent-class.ts';

export interface UaFacts {
  ua_class: UaClass;
  ua_bot: string;
  ua_bot_match: string;
  browser: string;
  /** Major version. */
  browser_version: string;
  os: string;
  /** '' where the agent hides it (frozen macOS and reduced Android agents). */
  os_version: string;
  device_type: string;
  device_brand: string;
  device_model: string;
  /** Crawler the agent names, '' when none: what `crawlerCheck` is asked with. */
  claimed_crawler: string;
}

const NOTHING = {
  browser: '',
  browser_version: '',
  os: '',
  os_version: '',
  device_type: '',
  device_brand: '',
  device_model: '',
};

/** Agents are bounded by the intake; a longer one is read by its head only. */
const MAX_LENGTH = 2000;

/** All facts of one agent. About 0.1 ms; the enricher remembers the answers. */
export function readUserAgent(lists: Lists, userAgent: string): UaFacts {
  const agent = plainAgent(userAgent.slice(0, MAX_LENGTH));
  const found = classifyAgent(agent, lists.bots);
  const named = { ua_class: found.class, ua_bot: found.bot, ua_bot_match: found.match };
  if (found.class === 'bot') {
    const claimed = lists.crawlers.find((c) => c.claims(agent))?.name ?? found.bot;
    return { ...named, ...NOTHING, ...readClient(agent), claimed_crawler: claimed };
  }
  const client =
    found.class === 'library' || found.class === 'empty' || found.class === 'malformed' ? NOTHING : readClient(agent);
  return { ...named, ...client, claimed_crawler: '' };
}

const NAMES: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'ChromeOS',
  'Windows Mobile': 'Windows Phone',
  'Opera Mobi': 'Opera Mobile',
  'Opera Tablet': 'Opera Mobile',
  'Chrome Headless': 'Chrome Headless',
};

const DESKTOP =
  /^(?:Windows|macOS|ChromeOS|Linux|Ubuntu|Debian|Fedora|Mint|Arch|Gentoo|SUSE|RedHat|CentOS|\w*BSD|Solaris|Unix)$/;

/** Operating system as the facts write it, from any spelling a report uses. '' stays ''. */
export function normalOs(declared: string): string {
  const text = declared.trim();
  if (/^android/i.test(text)) return 'Android';
  if (/^(?:ios|iphone|ipad|ipod)/i.test(text)) return 'iOS';
  if (/^(?:mac ?os|os ?x|macintosh|darwin)/i.test(text)) return 'macOS';
  if (/^windows phone/i.test(text)) return 'Windows Phone';
  if (/^win/i.test(text)) return 'Windows';
  if (/^(?:chrome ?os|chromium os|cros)/i.test(text)) return 'ChromeOS';
  return NAMES[text] ?? text;
}

function readClient(agent: string): Omit<UaFacts, 'ua_class' | 'ua_bot' | 'ua_bot_match' | 'claimed_crawler'> {
  const { browser, os, device } = new UAParser(agent).getResult();
  const osName = normalOs(os.name ?? '');
  const [name, version] = browserOf(agent, browser.name ?? '', browser.major ?? '', osName);
  const osVersion = osVersionOf(agent, osName, os.version ?? '', version);
  return {
    browser: name,
    browser_version: version,
    os: osName,
    os_version: osVersion,
    device_type: typeOf(device.type ?? '', osName),
    device_brand: device.vendor ?? '',
    device_model: device.model === 'K' ? '' : (device.model ?? ''),
  };
}

/**
 * Names whose version means something else on phones are told apart, or an old desktop version would be read as an age.
 */
function browserOf(agent: string, name: string, version: string, os: string): [name: string, version: string] {
  if (name === 'WebKit' && os === 'iOS') return ['iOS WebView', ''];
  if (name === 'Opera' && (os === 'Android' || os === 'iOS')) return ['Opera Mobile', version];
  if (/FxiOS\//.test(agent)) return ['Firefox iOS', version];
  if (/EdgiOS\/|EdgA\//.test(agent)) return ['Edge Mobile', version];
  return [NAMES[name] ?? name, version];
}

/**
 * The version the agent really tells. Browsers froze it: macOS says 10.15.7 since 2020, reduced Android agents say `10;
 * K`, Safari 26 says iOS 18. A frozen value is no evidence, so it is left out and the declared one counts.
 */
function osVersionOf(agent: string, os: string, version: string, browserVersion: string): string {
  if (os === 'macOS' && /^10\.1[56]/.test(version)) return '';
  if (os === 'Android' && /Android 10; K\)/.test(agent)) return '';
  if (os === 'iOS' && version.startsWith('18.') && /Version\/2[6-9]/.test(agent) && Number(browserVersion) >= 26)
    return '';
  return version;
}

function typeOf(type: string, os: string): string {
  if (type === 'mobile' || type === 'tablet') return type;
  if (type === 'smarttv') return 'tv';
  if (type !== '') return 'other';
  if (DESKTOP.test(os)) return 'desktop';
  return os === 'Android' || os === 'iOS' ? 'mobile' : 'other';
}
