/**
 * Addresses and CIDR ranges as 32 hex digits, so that they compare as text. IPv4 becomes v4-mapped IPv6, as it is
 * stored: `1.2.3.0/24` and `::ffff:1.2.3.0/120` are the same network.
 */

/** `first` and `last` are 32 hex digits; `prefix` counts bits of the 128. */
export interface Network {
  first: string;
  last: string;
  prefix: number;
}

const V4_MAPPED = '00000000000000000000ffff';

/** 32 hex digits, or null when the text is no address. Leading zeros in IPv4 are refused: some read them as octal. */
export function parseAddress(text: string): string | null {
  const v4 = parseV4(text);
  if (v4 !== null) return V4_MAPPED + v4;
  if (!/^[\da-f:.]{2,45}$/i.test(text)) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = hexGroups(halves[0] ?? '');
  const tail = hexGroups(halves[1] ?? '');
  if (head === null || tail === null) return null;
  const missing = 32 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 4) return null;
  return head + '0'.repeat(missing) + tail;
}

/** An address stands for itself alone; bits behind the prefix are ignored. Null when the text is neither. */
export function parseNetwork(text: string): Network | null {
  const [host = '', bits, ...rest] = text.split('/');
  const address = parseAddress(host);
  if (address === null || rest.length > 0) return null;
  const width = parseV4(host) === null ? 128 : 32;
  if (bits !== undefined && !(/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= width)) return null;
  const prefix = bits === undefined ? 128 : Number(bits) + 128 - width;
  const hostMask = (1n << BigInt(128 - prefix)) - 1n;
  const first = (BigInt(`0x${address}`) >> BigInt(128 - prefix)) << BigInt(128 - prefix);
  return { first: hex(first), last: hex(first | hostMask), prefix };
}

/** Full eight-group spelling of 32 hex digits, which every engine reads. */
export const addressText = (address: string): string => (address.match(/.{4}/g) ?? []).join(':');

/** Tests membership in many networks by binary search over merged ranges. */
export function networkTest(networks: readonly Network[]): (address: string) => boolean {
  const ranges: { first: string; last: string }[] = [];
  for (const { first, last } of [...networks].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const previous = ranges.at(-1);
    if (previous && first <= previous.last) {
      if (last > previous.last) previous.last = last;
    } else ranges.push({ first, last });
  }
  return (address) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.first ?? '') <= address) low = middle + 1;
      else high = middle;
    }
    return address <= (ranges[low - 1]?.last ?? '');
  };
}

const hex = (value: bigint): string => value.toString(16).padStart(32, '0');

function parseV4(text: string): string | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('');
}

/** `2001:db8` → `20010db8`; the last group may be dotted IPv4. */
function hexGroups(text: string): string | null {
  if (text === '') return '';
  const groups = text.split(':');
  let digits = '';
  for (const [index, group] of groups.entries()) {
    const v4 = index === groups.length - 1 ? parseV4(group) : null;
    if (v4 === null && !/^[\da-f]{1,4}$/i.test(group)) return null;
    digits += v4 ?? group.toLowerCase().padStart(4, '0');
  }
  return digits.length > 32 ? null : digits;
}
