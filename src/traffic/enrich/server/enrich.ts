import { addressWords, formatAddress, type Words } from '#platform/contract/address-words.ts';
import type { Crawler, Lists } from '#traffic/lists/server/lists.ts';
import { AddressGroups } from './address-groups.ts';
import { remember } from './bounded-cache.ts';
import { classifyDeviceId, type DeviceFacts, type DeviceInput, readClaims } from './device.ts';
import { RELEASES, type Releases } from './releases.ts';
import { readUserAgent, type UaFacts } from './user-agent.ts';

export type IpClass = 'datacenter' | 'vpn' | 'crawler' | 'relay' | 'private' | 'public' | '';

export interface IpFacts {
  /** '' when the address was not reported or is none. */
  ip_class: IpClass;
  ip_list: string;
  ip_country: string;
  asn: number;
  as_name: string;
}

/** `before_list`: the event is older than what the crawler's ranges speak of, so they neither clear nor accuse it. */
export type CrawlerCheck = 'verified' | 'spoofed' | 'unlisted' | 'before_list';

/** Facts of single values. Same input, same answer, until the lists are opened anew. */
export interface Enricher {
  userAgent(userAgent: string): UaFacts;
  /** IPv4, IPv6 or v4-mapped; garbage and `::` (not reported) give empty facts. */
  address(ip: string): IpFacts;
  /** The same for many IPv4 addresses in order; keep it only as long as the work lasts. */
  addressGroups(): AddressGroups;
  /**
   * `spoofed` only where the crawler publishes its ranges and a public address lies outside. Without time: an event
   * before the day of `crawlerListedFrom` is `before_list`.
   */
  crawlerCheck(claimedCrawler: string, ip: string): Exclude<CrawlerCheck, 'before_list'>;
  /** First day (YYYY-MM-DD) from which on `verified` and `spoofed` may be said of events; null for crawlers without ranges. */
  crawlerListedFrom(claimedCrawler: string): string | null;
  /** Does the domain hand out throw-away addresses? '' for no domain. */
  emailClass(domain: string): 'disposable' | 'ordinary' | '';
  /** Without time: what is released after the event is `releasedAfter` of `releases.ts`. */
  device(input: DeviceInput): DeviceFacts;
  releases(): Releases;
}

/** Entries kept; an entry takes about half a kilobyte. */
const AGENTS = 50_000;
const ADDRESSES = 100_000;
const DEVICES = 50_000;

const UNREPORTED: IpFacts = { ip_class: '', ip_list: '', ip_country: '', asn: 0, as_name: '' };

export function createEnricher(lists: Lists): Enricher {
  const address = remember(ADDRESSES, (ip) => readAddress(lists, ip));
  const claims = remember(DEVICES, (key) => {
    const [model = '', brand = '', os = '', osVersion = '', userAgent = ''] = key.split('\n');
    return readClaims({ model, brand, os, osVersion, userAgent, deviceId: '' });
  });
  return {
    userAgent: remember(AGENTS, (agent) => readUserAgent(lists, agent)),
    address,
    addressGroups: () => new AddressGroups(lists, (words) => factsOfAddress(lists, words)),
    crawlerCheck: (claimed, ip) => checkCrawler(lists, claimed, ip, address(ip)),
    crawlerListedFrom: (claimed) => lists.crawlers.find((c) => c.name === claimed)?.listedFrom ?? null,
    device: ({ model, brand, os, osVersion, userAgent, deviceId }) => {
      const { device_signs, device_conflict } = claims(`${model}\n${brand}\n${os}\n${osVersion}\n${userAgent}`);
      return { device_id_class: classifyDeviceId(deviceId), device_signs, device_conflict };
    },
    emailClass: (domain) => {
      const name = domain.trim().toLowerCase();
      if (name === '') return '';
      return parentsOf(name).some((each) => lists.disposableMail.has(each)) ? 'disposable' : 'ordinary';
    },
    releases: () => RELEASES,
  };
}

/** `a.b.example` → itself, `b.example`, `example`: lists name the domain, services hand out names under it. */
const parentsOf = (name: string): string[] => {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
};

function readAddress(lists: Lists, ip: string): IpFacts {
  const words = addressWords(ip.trim());
  return words ? factsOfAddress(lists, words) : UNREPORTED;
}

function factsOfAddress(lists: Lists, words: Words): IpFacts {
  if (words.every((word) => word === 0)) return UNREPORTED;
  const reserved = lists.reserved.find(words);
  if (reserved) return { ...UNREPORTED, ip_class: 'private', ip_list: reserved };
  const asn = lists.networks.find(words);
  const [ip_class, ip_list] = classifyAddress(lists, words, asn);
  return {
    ip_class,
    ip_list,
    ip_country: lists.country(formatAddress(words)),
    asn,
    as_name: lists.networks.nameOf(asn),
  };
}

/** Narrow before wide: crawlers, relays and VPN exits sit inside hosting networks. */
function classifyAddress(lists: Lists, words: Words, asn: number): [IpClass, string] {
  for (const crawler of lists.crawlers) {
    const entry = crawler.set.find(words);
    if (entry) return ['crawler', `${crawler.name}: ${entry}`];
  }
  const kinds = [
    ['relay', lists.relays],
    ['vpn', lists.vpns],
    ['datacenter', lists.datacenters],
  ] as const;
  for (const [kind, sets] of kinds) {
    for (const { title, set } of sets) {
      const entry = set.find(words);
      if (entry) return [kind, `${title}: ${entry}`];
    }
  }
  const hosting = lists.hosting.get(asn);
  return hosting ? ['datacenter', hosting] : ['public', ''];
}

function checkCrawler(lists: Lists, claimed: string, ip: string, facts: IpFacts): Exclude<CrawlerCheck, 'before_list'> {
  const crawler = lists.crawlers.find((c) => c.name === claimed);
  const words = addressWords(ip.trim());
  if (!crawler || !words || facts.ip_class === '' || facts.ip_class === 'private') return 'unlisted';
  if (belongs(crawler, words, facts.asn)) return 'verified';
  return crawler.ownNetworks.has(facts.asn) ? 'unlisted' : 'spoofed';
}

const belongs = (crawler: Crawler, words: Words, asn: number): boolean =>
  crawler.set.find(words) !== '' || crawler.networks.has(asn);
