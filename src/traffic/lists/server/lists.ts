import { join } from 'node:path';
import { parseCidr } from '#platform/contract/address-words.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { ListInfo } from '#traffic/lists/contract/lists.ts';
import { openCountries } from './country-table.ts';
import { CRAWLER_RANGES } from './data/crawler-ranges.ts';
import { RESERVED_RANGES } from './data/reserved-ranges.ts';
import { type NetworkTable, openNetworkTable } from './network-snapshot.ts';
import { listsVersion, type OperatorList, readOperatorLists } from './operator-lists.ts';
import { packageFolder, readDisposableMail } from './package-facts.ts';
import type { ListEntry } from './parse-list.ts';
import { NetworkSet, type Ranges } from './ranges.ts';
import { COUNTRY_FILE, COUNTRY_PACKAGE, crawlerId, hostingNetworks, rangesOf, shippedLists } from './shipped.ts';

export interface NamedSet {
  title: string;
  set: NetworkSet;
}

export interface Crawler {
  name: string;
  /** Does the agent claim to be this crawler? */
  claims: (userAgent: string) => boolean;
  set: NetworkSet;
  /** The crawler's whole networks, where it publishes AS numbers. */
  networks: ReadonlySet<number>;
  /** Networks only the crawler's operator uses: never called spoofed. */
  ownNetworks: ReadonlySet<number>;
  /** First day the ranges speak of, YYYY-MM-DD: they carry no history, and who had an address before is not in them. */
  listedFrom: string;
}

/** What ranges are compared with is up to a year older than the day they were written down. */
const REACH_DAYS = 365;

/** All lists, opened: what the enricher looks things up in. Immutable; open anew when `listsVersion` changed. */
export interface Lists {
  version: string;
  info: readonly ListInfo[];
  networks: NetworkTable;
  /** ISO 3166 alpha-2, '' when unknown. */
  country: (address: string) => string;
  /** The same for IPv4 as ranges whose values stand for countries, at most 1024. */
  countryBlocks: () => Ranges;
  reserved: NetworkSet;
  crawlers: readonly Crawler[];
  relays: readonly NamedSet[];
  vpns: readonly NamedSet[];
  datacenters: readonly NamedSet[];
  /** AS number → what matched, with the list's name. */
  hosting: ReadonlyMap<number, string>;
  /** Operator's agent patterns, lower case, with the list's name. */
  bots: readonly { list: string; text: string }[];
  /** Domains that hand out throw-away addresses, lower case. */
  disposableMail: ReadonlySet<string>;
}

export interface ListPlace {
  /** Where tables are kept that this machine has made of packaged lists, usually `<data>/lists`. */
  folder: string;
  /** Where lists of the operator lie; absent: there are none. */
  files: Files;
}

export interface OpenListsOptions extends Pick<ListPlace, 'folder'> {
  files?: Files;
  /** Another country database (any mmdb with `country.iso_code` or `country_code`) in place of the packaged one. */
  countryDatabase?: string;
}

/** Opens every list. About 0.1 s; 1.6 s the first time after an update, when the network table is built. */
export async function openLists({ folder, files, countryDatabase }: OpenListsOptions): Promise<Lists> {
  const [version, operator, networks, countries] = await Promise.all([
    files ? listsVersion(files) : '0',
    files ? readOperatorLists(files) : [],
    openNetworkTable(folder),
    openCountries(countryDatabase ?? join(packageFolder(COUNTRY_PACKAGE), COUNTRY_FILE)),
  ]);
  const setsOf = (kind: ListInfo['kind']): NamedSet[] =>
    operator.filter((l) => l.info.kind === kind).map((l) => ({ title: l.info.title, set: networkSet(l.entries) }));
  return {
    version,
    networks,
    info: mergedInfo(shippedLists(networks), operator),
    country: (address) => countries.find(address),
    countryBlocks: () => countries.blocks(),
    reserved: new NetworkSet(
      Object.entries(RESERVED_RANGES).flatMap(([cidr, what]) => labelled(cidr, `reserved addresses: ${cidr} ${what}`)),
    ),
    crawlers: crawlersOf(operator),
    relays: setsOf('relay'),
    vpns: setsOf('vpn'),
    datacenters: setsOf('datacenter'),
    hosting: hostingOf(operator),
    bots: operator
      .filter((l) => l.info.kind === 'bots')
      .flatMap((l) => l.entries.map((e) => ({ list: l.info.title, text: e.label }))),
    disposableMail: disposableOf(operator),
  };
}

/**
 * For screens and `adsieve lists`: every list with its date and size, operator lists in place of those they replace.
 */
export const listLists = async (place: ListPlace): Promise<readonly ListInfo[]> => (await openLists(place)).info;

/** A loaded list replaces the shipped one of its id, and any loaded list of a kind ends that kind's blindness. */
function mergedInfo(shipped: ListInfo[], operator: readonly OperatorList[]): ListInfo[] {
  const loaded = operator.map((l) => l.info);
  const kept = shipped.filter(
    (s) => !loaded.some((l) => (l.id === s.id && l.kind === s.kind) || (s.blind && l.kind === s.kind)),
  );
  return [...kept, ...loaded];
}

const labelled = (cidr: string, label: string) => {
  const range = parseCidr(cidr);
  return range ? [{ range, label }] : [];
};

const networkSet = (entries: readonly ListEntry[]): NetworkSet =>
  new NetworkSet(entries.flatMap((e) => (e.range ? [{ range: e.range, label: e.label }] : [])));

function crawlersOf(operator: readonly OperatorList[]): Crawler[] {
  const loaded = operator.filter((l) => l.info.kind === 'crawler-range');
  const shipped = CRAWLER_RANGES.map((c) => {
    const own = loaded.find((l) => l.info.id.toLowerCase() === crawlerId(c.crawler));
    return {
      name: c.crawler,
      claims: (agent: string) => c.agent.test(agent),
      set: own ? networkSet(own.entries) : new NetworkSet(rangesOf(c.ranges).flatMap((cidr) => labelled(cidr, cidr))),
      networks: new Set(c.networks),
      ownNetworks: new Set(c.ownNetworks),
      listedFrom: addDays(own?.info.date ?? c.date, -REACH_DAYS),
    };
  });
  const names = new Set(shipped.map((c) => crawlerId(c.name)));
  const added = loaded
    .filter((l) => !names.has(l.info.id.toLowerCase()))
    .map((l) => ({
      name: l.info.id,
      claims: (agent: string) => agent.toLowerCase().includes(l.info.id.toLowerCase()),
      set: networkSet(l.entries),
      networks: new Set<number>(),
      ownNetworks: new Set<number>(),
      listedFrom: addDays(l.info.date, -REACH_DAYS),
    }));
  return [...shipped, ...added];
}

function hostingOf(operator: readonly OperatorList[]): Map<number, string> {
  const loaded = operator.filter((l) => l.info.kind === 'asn-hosting');
  const replaced = loaded.some((l) => l.info.id === 'hosting-networks');
  const shipped = replaced
    ? []
    : hostingNetworks().map(([asn, name]) => [asn, `hosting networks: AS${asn} ${name}`] as const);
  const own = loaded.flatMap((l) => l.entries.map((e) => [e.asn ?? 0, `${l.info.title}: ${e.label}`] as const));
  return new Map([...own, ...shipped]);
}

/** Loaded lists add to the shipped one, or replace it under its id. */
function disposableOf(operator: readonly OperatorList[]): Set<string> {
  const loaded = operator.filter((l) => l.info.kind === 'disposable-mail');
  const shipped = loaded.some((l) => l.info.id === 'disposable-mail') ? [] : readDisposableMail();
  return new Set([...shipped, ...loaded.flatMap((l) => l.entries.map((e) => e.label))]);
}
