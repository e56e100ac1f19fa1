import { list as isbotPatterns } from 'isbot';
import { LIST_KINDS, type ListInfo } from '#traffic/lists/contract/lists.ts';
import { BROWSER_RELEASES, BROWSER_RELEASES_DATE } from './data/browser-releases.ts';
import { CRAWLER_RANGES } from './data/crawler-ranges.ts';
import { EMULATOR_SIGNS } from './data/emulator-signs.ts';
import { HOSTING_NETWORKS, HOSTING_NETWORKS_DATE } from './data/hosting-networks.ts';
import { SYSTEM_RELEASES, SYSTEM_RELEASES_DATE } from './data/system-releases.ts';
import type { NetworkTable } from './network-snapshot.ts';
import {
  DISPOSABLE_FILE,
  DISPOSABLE_PACKAGE,
  dayOfVersion,
  packageFacts,
  packageFolder,
  readCrawlerPatterns,
  readDisposableMail,
} from './package-facts.ts';

export const COUNTRY_PACKAGE = '@ip-location-db/geo-whois-asn-country-mmdb';
export const COUNTRY_FILE = 'geo-whois-asn-country.mmdb';

/** Days the pinned packages were published; a package without its own date cannot say it itself. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'isbot 5.2.3': '2026-11-09',
  'crawler-user-agents 1.60.0': '2026-08-10',
  'disposable-email-domains-js 1.26.0': '2026-09-21',
};

const OWN_FACTS = 'Apache-2.0 (facts written down by Adsieve)';

type Described = Omit<ListInfo, 'origin' | 'blind'>;
type WrittenDown = Omit<Described, 'licence' | 'attribution' | 'bytes'>;

const shipped = (list: Described): ListInfo => ({ ...list, origin: 'shipped', blind: false });
const facts = (list: WrittenDown, text: string): ListInfo =>
  shipped({ ...list, licence: OWN_FACTS, attribution: '', bytes: text.length });
const missing = (id: string, kind: 'vpn' | 'relay', title: string, source: string): ListInfo => ({
  id,
  kind,
  title,
  source,
  purpose: LIST_KINDS[kind],
  licence: '',
  attribution: '',
  date: '',
  bytes: 0,
  entries: 0,
  origin: 'shipped',
  blind: true,
});

const countEntries = (table: Readonly<Record<string, string>>): number =>
  Object.values(table).reduce((sum, text) => sum + text.split(',').length, 0);

export const rangesOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== '');

export const hostingNetworks = (): [asn: number, name: string][] =>
  HOSTING_NETWORKS.split(/[;\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(' ') + 1)]);

function agentPackage(id: 'isbot' | 'crawler-user-agents', file: string, licence: string, entries: number): ListInfo {
  const { version, bytes } = packageFacts(packageFolder(id), file);
  return shipped({
    id,
    kind: 'bots',
    title: id,
    purpose: 'User agents of crawlers, monitors, tools and headless browsers',
    licence,
    source: `npm ${id} ${version}`,
    attribution: '',
    date: PUBLISHED[`${id} ${version}`] ?? '',
    bytes,
    entries,
  });
}

function disposableMail(): ListInfo {
  const { version, bytes } = packageFacts(packageFolder(DISPOSABLE_PACKAGE), DISPOSABLE_FILE);
  return shipped({
    id: 'disposable-mail',
    kind: 'disposable-mail',
    title: 'Disposable mail',
    licence: 'CC0-1.0',
    attribution: '',
    purpose: LIST_KINDS['disposable-mail'],
    source: `npm ${DISPOSABLE_PACKAGE} ${version}`,
    bytes,
    date: PUBLISHED[`${DISPOSABLE_PACKAGE} ${version}`] ?? '',
    entries: readDisposableMail().length,
  });
}

const hostingNetworkList = (): ListInfo =>
  facts(
    {
      id: 'hosting-networks',
      kind: 'asn-hosting',
      title: 'Hosting networks',
      purpose: LIST_KINDS['asn-hosting'],
      source: 'Written down, cross-checked with brianhama/bad-asn-list (MIT)',
      date: HOSTING_NETWORKS_DATE,
      entries: hostingNetworks().length,
    },
    HOSTING_NETWORKS,
  );

const crawlerRanges = (c: (typeof CRAWLER_RANGES)[number]): ListInfo =>
  facts(
    {
      id: crawlerId(c.crawler),
      kind: 'crawler-range',
      title: c.crawler,
      purpose: `Tells ${c.crawler} from impostors`,
      source: c.source,
      date: c.date,
      entries: rangesOf(c.ranges).length + (c.networks?.length ?? 0),
    },
    `${c.ranges}${c.networks ?? ''}`,
  );

function addressLists(networks: NetworkTable): ListInfo[] {
  const country = packageFacts(packageFolder(COUNTRY_PACKAGE), COUNTRY_FILE);
  return [
    shipped({
      id: 'asn',
      kind: 'asn',
      title: 'Networks by address',
      purpose: 'Autonomous system of an address',
      source: 'npm @ip-location-db/asn',
      licence: 'CC BY 4.0',
      date: networks.date,
      attribution: 'IP to network data by RouteViews (routeviews.org), DB-IP (db-ip.com) and NRO (nro.net)',
      bytes: networks.bytes,
      entries: networks.entries,
    }),
    shipped({
      id: 'country',
      kind: 'country',
      title: 'Countries by address',
      purpose: 'Country of an address',
      source: `npm ${COUNTRY_PACKAGE} ${country.version}`,
      licence: 'CC BY 4.0',
      date: dayOfVersion(country.version),
      attribution: 'Country data from the regional registries by NRO (nro.net)',
      bytes: country.bytes,
      entries: 0,
    }),
  ];
}

const releaseLists = (): ListInfo[] => [
  shipped({
    id: 'browser-releases',
    kind: 'browser-releases',
    title: 'Browser releases',
    licence: 'CC0-1.0',
    purpose: 'Age of a browser version',
    source: 'npm @mdn/browser-compat-data',
    attribution: '',
    date: BROWSER_RELEASES_DATE,
    bytes: JSON.stringify(BROWSER_RELEASES).length,
    entries: countEntries(BROWSER_RELEASES),
  }),
  facts(
    {
      id: 'system-releases',
      kind: 'system-releases',
      title: 'System releases and end of support',
      purpose: 'Versions that exist, and until when they were supported',
      date: SYSTEM_RELEASES_DATE,
      source: 'Makers’ notes, cross-checked with endoflife.date (MIT)',
      entries: countEntries(SYSTEM_RELEASES),
    },
    JSON.stringify(SYSTEM_RELEASES),
  ),
];

const emulatorSigns = (): ListInfo =>
  facts(
    {
      id: 'emulator-signs',
      kind: 'emulators',
      title: 'Emulator signs',
      purpose: 'Names virtual devices give themselves',
      source: 'Build properties of emulators',
      date: '2026-11-21',
      entries: EMULATOR_SIGNS.length,
    },
    EMULATOR_SIGNS.map((s) => s.pattern.source).join(''),
  );

/** Everything the product looks things up in without the operator's help, with source, licence and date. */
export const shippedLists = (networks: NetworkTable): ListInfo[] => [
  agentPackage('isbot', 'index.mjs', 'Unlicense', isbotPatterns.length),
  agentPackage('crawler-user-agents', 'crawler-user-agents.json', 'MIT', readCrawlerPatterns().length),
  hostingNetworkList(),
  ...CRAWLER_RANGES.map(crawlerRanges),
  disposableMail(),
  missing('vpn-exits', 'vpn', 'VPN exits', 'No free source may be shipped; load a list'),
  missing(
    'private-relay',
    'relay',
    'Apple private relay',
    'Apple publishes it: mask-api.icloud.com/egress-ip-ranges.csv',
  ),
  ...addressLists(networks),
  ...releaseLists(),
  emulatorSigns(),
];

/** `Facebook crawler` → `facebook-crawler`: the id under which an operator's list replaces the shipped ranges. */
export const crawlerId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
