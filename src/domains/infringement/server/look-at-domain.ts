import type { DomainStatus } from '#domains/infringement/contract/domain-endpoints.ts';
import { type Outbound, type OutboundAnswer, OutboundRefused } from '#platform/server/http/outbound.ts';
import { foldedWords, registeredDomain } from './sort-ad.ts';

/** What the domain name system says; rejects with its code where it says nothing. */
export interface NameLookup {
  addresses(name: string): Promise<string[]>;
  /** Whether anybody takes mail for it. */
  takesMail(name: string): Promise<boolean>;
  /** Whether somebody is named as answering for it, a domain or an ending. */
  isDelegated(name: string): Promise<boolean>;
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

/** Its ending has name servers as long as there is a network: one that is not known either was asked of nobody. */
const NO_ENDING = 'ENDING_UNKNOWN';

function codeOf(error: unknown): string {
  if (error instanceof OutboundRefused) return 'OutboundRefused';
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error ? String(error.code) : error.name;
}

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
  if (addresses.length === 0) return { ...known, ...(takesMail ? TAKEN : await whetherTaken(names, domain)) };
  try {
    return { ...known, ...pageOf(await outbound.getText(`https://${domain}/`, MOST_PAGE_BYTES, PAGE_MS), brand) };
  } catch (error) {
    return { ...known, status: 'unreachable', problem: codeOf(error) };
  }
}

const TAKEN = { status: 'registered' } as const;

/** A machine without a network, or one whose name server keeps endings away, is told that nothing exists. */
async function whetherTaken(
  { isDelegated }: NameLookup,
  domain: string,
): Promise<Pick<Found, 'status'> & Partial<Found>> {
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  const ask = async (name: string): Promise<boolean> => {
    try {
      return await isDelegated(name);
    } catch (error) {
      if (NONE.has(codeOf(error))) return false;
      throw error;
    }
  };
  try {
    if (await ask(domain)) return TAKEN;
    return (await ask(ending)) ? { status: 'free' } : { status: 'unknown', problem: NO_ENDING };
  } catch (error) {
    return { status: 'unknown', problem: codeOf(error) };
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
