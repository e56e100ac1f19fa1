import type { RefusalCode } from '#traffic/lists/contract/refusals.ts';

/** What an operator can load, and which question each kind answers. */
export const LIST_KINDS = {
  datacenter: 'Address ranges of hosting networks',
  'asn-hosting': 'Hosting networks by AS number',
  vpn: 'Exits of VPNs and proxies',
  relay: 'Private relays whose users are people (Apple private relay)',
  'crawler-range': 'Address ranges a crawler publishes; the id of the list is the name of the crawler',
  bots: 'Patterns of user agents to treat as bots',
  'disposable-mail': 'Domains that hand out throw-away e-mail addresses',
} as const;

export type ListKind = keyof typeof LIST_KINDS;

/** One list behind the facts, as the product shows it. Texts of shipped lists are English; they name sources. */
export interface ListInfo {
  id: string;
  title: string;
  /** Operator kinds, and those of shipped reference data. */
  kind: ListKind | 'country' | 'asn' | 'browser-releases' | 'system-releases' | 'emulators';
  purpose: string;
  source: string;
  licence: string;
  /** Text and address the licence wants shown where results are shown, '' when none is asked for. */
  attribution: string;
  /** Day of the data (shipped) or of loading (operator), YYYY-MM-DD; '' while nothing is loaded. */
  date: string;
  bytes: number;
  entries: number;
  origin: 'shipped' | 'operator';
  /** No source ships it and nothing is loaded: whatever looks only at it sees nothing. */
  blind: boolean;
}

export interface ListReject {
  line: number;
  text: string;
  code: RefusalCode;
  /** What the code says in English. */
  why: string;
}

/** What one version of a list changed against the one before it. */
export interface ListDiff {
  added: number;
  removed: number;
  /** Some of the changes, to look at. */
  addedSample: readonly string[];
  removedSample: readonly string[];
}

/** One version of an operator's list that is kept. */
export interface ListVersion {
  version: number;
  /** Day of loading, YYYY-MM-DD. */
  date: string;
  source: string;
  licence: string;
  bytes: number;
  entries: number;
  diff: ListDiff;
}

/** What loading a list changed against its previous version. */
export interface ListChange extends ListDiff {
  list: ListInfo;
  /** The version in force now; the old one when nothing changed. */
  version: number;
  rejected: number;
  /** The first rejects with their line numbers. */
  rejects: ListReject[];
}
