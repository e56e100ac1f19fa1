import type { DomainStatus } from '#domains/infringement/contract/domain-endpoints.ts';
import type { Outbound, OutboundAnswer } from '#platform/server/http/outbound.ts';
import { foldedWords, registeredDomain } from './sort-ad.ts';

/** What the domain name system says; rejects with its code where it says nothing. */
export interface NameLookup {
  addresses(name: string): Promise<string[]>;
  /** Whether anybody takes mail for it. */
  takesMail(name: string): Promise<boolean>;
  /** Whether it is delegated at all. */
  isRegistered(name: string): Promise<boolean>;
}

export interface LookParts {
  names: NameLookup;
  outbound: Pick<Outbound, 'getText'>;
}

export interface Found {
  status: DomainStatus;
  addresses: string[];
  takesMail: boolean;
  certificateIssuer: string;
  certificateUntil: Date | null;
  pageTitle: string;
  leadsTo: string;
  namesBrand: boolean;
  asksPassword: boolean;
  problem: string;
}

const NOTHING: Found = {
  status: 'unknown',
  addresses: [],
  takesMail: false,
  certificateIssuer: '',
  certificateUntil: null,
  pageTitle: '',
  leadsTo: '',
  namesBrand: false,
  asksPassword: false,
  problem: '',
};

const MOST_PAGE_BYTES = 512 * 1024;
const PAGE_MS = 10_000;
/** Codes that mean there is none, not that nobody answered. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'failed';

/** Looks at a name from outside: who it points to, whether it takes mail, its certificate and its page. */
export async function lookAtDomain(
  { names, outbound }: LookParts,
  domain: string,
  brand: { domains: readonly string[]; words: readonly string[] },
): Promise<Found> {
  let addresses: string[];
  try {
    addresses = await names.addresses(domain);
  } catch (error) {
    if (!NONE.has(codeOf(error))) return { ...NOTHING, problem: codeOf(error) };
    addresses = [];
  }
  const takesMail = await names.takesMail(domain).catch(() => false);
  const known = { ...NOTHING, addresses, takesMail };
  if (addresses.length === 0) {
    const isTaken = takesMail || (await names.isRegistered(domain).catch(() => false));
    return { ...known, status: isTaken ? 'registered' : 'free' };
  }
  try {
    return { ...known, ...pageOf(await outbound.getText(`https://${domain}/`, MOST_PAGE_BYTES, PAGE_MS), brand) };
  } catch (error) {
    return { ...known, status: 'unreachable', problem: codeOf(error) };
  }
}

function pageOf(
  { status, body, location, certificate }: OutboundAnswer,
  brand: { domains: readonly string[]; words: readonly string[] },
): Partial<Found> {
  const leadsTo = location === undefined ? '' : registeredDomain(location);
  const title = /<title[^>]*>([^<]{0,1000})/i.exec(body)?.[1] ?? '';
  const text = foldedWords(body.replace(/<[^>]*>/g, ' '));
  return {
    // One of the brand's own that leads home is no danger.
    status: leadsTo !== '' && brand.domains.includes(leadsTo) ? 'own' : 'live',
    certificateIssuer: certificate?.issuer.slice(0, 200) ?? '',
    certificateUntil: certificate?.until ?? null,
    pageTitle: title.replace(/\s+/g, ' ').trim().slice(0, 200),
    leadsTo: leadsTo.slice(0, 253),
    namesBrand: brand.words.some((word) => text.includes(word)),
    asksPassword: /<input[^>]+type\s*=\s*["']?password/i.test(body),
    problem: status >= 400 ? `HTTP ${status}` : '',
  };
}
