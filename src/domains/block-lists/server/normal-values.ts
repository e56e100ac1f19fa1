import { formatAddress } from '#platform/contract/address-words.ts';
import { addressText, type Network, networkTest, parseAddress, parseNetwork } from '#platform/contract/ip-network.ts';
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
const networksOf = (texts: readonly string[]): Network[] => texts.flatMap((text) => parseNetwork(text) ?? []);
/** Loopback, link-local, private and carriers' networks (RFC 6890): from there come one's own proxy, office and servers. */
const OWN = networksOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);
/** No sender has an address of these: unspecified, multicast, reserved. */
const NOBODYS = networksOf(['0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::', 'ff00::/8']);
/**
 * Shortest prefixes that are taken. A registry hands out no more than a /8 of IPv4 or a /16 of IPv6 at once; what is
 * shorter means "everybody", and /0 neither ipset nor AWS WAF loads.
 */
const WIDEST = { v4: 8, v6: 16 };

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

export const isAddress = (kind: BlockKind): boolean => kind === 'address' || kind === 'network';

function address(text: string): Blocked {
  const network = parseNetwork(text);
  const code = network ? faultOf(network) : 'no_address_or_network';
  if (!network || code) throw refuse(code ?? 'network_too_wide', { value: text.slice(0, 60) }, { field: 'values' });
  if (network.prefix === 128) return { kind: 'address', value: shortAddress(network.first), publisher: '' };
  const mapped = network.first.startsWith(V4_MAPPED) && network.prefix >= 96;
  const prefix = mapped ? network.prefix - 96 : network.prefix;
  return { kind: 'network', value: `${shortAddress(network.first)}/${prefix}`, publisher: '' };
}

/** Why no list may hold it. What holds others' addresses is as bad as what lies in them: `8.0.0.0/5` has all of 10/8. */
function faultOf(network: Network): 'network_too_wide' | 'own_network' | 'nobodys_network' | undefined {
  const touches = (others: readonly Network[]): boolean =>
    networkTest(others)(network.first) || others.some(({ first }) => networkTest([network])(first));
  const { first, prefix } = network;
  const mapped = first.startsWith(V4_MAPPED) && prefix >= 96;
  if (mapped ? prefix - 96 < WIDEST.v4 : prefix < WIDEST.v6) return 'network_too_wide';
  if (touches(OWN)) return 'own_network';
  return touches(NOBODYS) ? 'nobodys_network' : undefined;
}

/** Whether an address or network of an entry may be handed on: one stored before is not refused any more. */
export function isBlockable(value: string): boolean {
  const network = parseNetwork(value);
  return network !== null && faultOf(network) === undefined;
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
