import { formatAddress } from '#platform/contract/address-words.ts';
import { addressText, networkTest, parseAddress, parseNetwork } from '#platform/contract/ip-network.ts';
import { PATTERNS } from '#platform/contract/patterns.ts';
import type { BlockKind } from '../contract/kinds.ts';
import { refuse } from './refuse.ts';

/** What an entry is about, as it is stored and compared. */
export interface Blocked {
  kind: BlockKind;
  value: string;
  publisher: string;
}

const V4_MAPPED = '00000000000000000000ffff';
/** Loopback, link-local and private networks (RFC 6890): nobody comes from there but one's own proxy or office. */
const OWN = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
];
const isOwn = networkTest(OWN.flatMap((text) => parseNetwork(text) ?? []));

const LONGEST_NAME = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** What was typed or pasted, each once. Empty lines and what stands behind a number sign are comments. */
export function normalValues(kind: BlockKind, values: readonly string[], publisher: string): Blocked[] {
  if (kind === 'sub_publisher' && publisher === '') throw refuse('publisher_needed', {}, { field: 'publisher' });
  const found = new Map<string, Blocked>();
  for (const text of values) {
    const value = (isAddress(kind) ? text.replace(/#.*$/, '') : text).trim();
    if (value === '') continue;
    const blocked = isAddress(kind)
      ? address(value)
      : { kind, value: nameOf(kind, value), publisher: kind === 'sub_publisher' ? publisher : '' };
    found.set(`${blocked.kind} ${blocked.value}`, blocked);
  }
  if (found.size === 0) throw refuse('not_a_name', { value: '' }, { field: 'values' });
  return [...found.values()];
}

const isAddress = (kind: BlockKind): boolean => kind === 'address' || kind === 'network';

function address(text: string): Blocked {
  const network = parseNetwork(text);
  // The whole of IPv6 is no network that anybody means; a whole of IPv4 is refused by what it hits.
  if (!network || network.prefix === 0)
    throw refuse('no_address_or_network', { value: text.slice(0, 60) }, { field: 'values' });
  if (isOwn(network.first)) throw refuse('own_network', { value: text.slice(0, 60) }, { field: 'values' });
  if (network.prefix === 128) return { kind: 'address', value: shortAddress(network.first), publisher: '' };
  const mapped = network.first.startsWith(V4_MAPPED) && network.prefix >= 96;
  const prefix = mapped ? network.prefix - 96 : network.prefix;
  return { kind: 'network', value: `${shortAddress(network.first)}/${prefix}`, publisher: '' };
}

/** The usual text of 32 hex digits: IPv4 with points, IPv6 as short as RFC 5952 has it. */
export function shortAddress(digits: string): string {
  if (digits.startsWith(V4_MAPPED)) return formatAddress([Number.parseInt(digits.slice(24), 16)]);
  return new URL(`http://[${addressText(digits)}]/`).hostname.slice(1, -1);
}

function nameOf(kind: BlockKind, text: string): string {
  if (kind === 'domain') {
    const domain = text.toLowerCase().replace(/\.$/, '');
    if (domain.length > 253 || !PATTERNS.host.test(domain))
      throw refuse('not_a_domain', { value: text.slice(0, 60) }, { field: 'values' });
    return domain;
  }
  if (text.length > LONGEST_NAME || CONTROL.test(text))
    throw refuse('not_a_name', { value: text.slice(0, 60).replace(CONTROL, ' ') }, { field: 'values' });
  return text;
}

/** Whether a single address is one of IPv4. */
export const isV4 = (text: string): boolean => parseAddress(text.split('/')[0] ?? '')?.startsWith(V4_MAPPED) === true;

/** An address in the spelling it is stored in; any other text as it is. */
export function shortOf(text: string): string {
  const digits = parseAddress(text);
  return digits === null ? text : shortAddress(digits);
}
