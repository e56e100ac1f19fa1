import { parseAddress } from './ip-network.ts';

/** An address as big-endian 32-bit words: one for IPv4 (v4-mapped included), four for IPv6. */
export type Words = readonly number[];

export interface AddressRange {
  start: Words;
  end: Words;
}

/** Leading zeros are refused: some read them as octal. */
const V4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;

/**
 * Words of an address, null when it is none; what is one is said by `parseAddress`. Hand-made for IPv4, which is nearly
 * all traffic.
 */
export function addressWords(text: string): Words | null {
  const v4 = V4.exec(text.startsWith('::ffff:') ? text.slice(7) : text);
  if (v4) {
    const [a, b, c, d] = [Number(v4[1]), Number(v4[2]), Number(v4[3]), Number(v4[4])];
    if (a > 255 || b > 255 || c > 255 || d > 255) return null;
    return [((a << 24) | (b << 16) | (c << 8) | d) >>> 0];
  }
  const digits = parseAddress(text);
  if (digits === null) return null;
  const words = [0, 8, 16, 24].map((at) => Number.parseInt(digits.slice(at, at + 8), 16));
  const mapped = words[0] === 0 && words[1] === 0 && words[2] === 0xffff;
  return mapped ? [words[3] ?? 0] : words;
}

/** The usual text; v4-mapped addresses come out as IPv4, IPv6 without shortening. */
export function formatAddress(words: Words): string {
  if (words.length === 1) {
    const word = words[0] ?? 0;
    return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
  }
  return words.map((word) => `${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`).join(':');
}

/** `1.2.3.0/24`, `2001:db8::/32` or a single address. Host bits may be set; null when it is no range. */
export function parseCidr(text: string): AddressRange | null {
  const [address = '', bits, extra] = text.split('/');
  const words = addressWords(address);
  if (!words || extra !== undefined) return null;
  const width = words.length * 32;
  const length = bits === undefined ? width : Number(bits);
  if (bits === '' || !Number.isInteger(length) || length < 0 || length > width) return null;
  const masks = words.map((_, i) => hostMask(length - i * 32));
  return {
    start: words.map((word, i) => (word & ~(masks[i] ?? 0)) >>> 0),
    end: words.map((word, i) => (word | (masks[i] ?? 0)) >>> 0),
  };
}

/** Bits of a word that belong to the host when `bits` of it belong to the network. */
const hostMask = (bits: number): number => (bits <= 0 ? 0xffffffff : bits >= 32 ? 0 : 0xffffffff >>> bits);

export function compareWords(a: Words, b: Words): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The address after `words`. The last address of all has none and wraps to zero. */
export function nextAddress(words: Words): Words {
  const next = [...words];
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = ((next[i] ?? 0) + 1) >>> 0;
    if (next[i] !== 0) break;
  }
  return next;
}
