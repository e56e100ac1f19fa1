import { type AddressRange, addressWords, compareWords, parseCidr } from '#platform/contract/address-words.ts';
import type { ListKind, ListReject } from '#traffic/lists/contract/lists.ts';
import { REFUSALS, type RefusalCode } from '#traffic/lists/contract/refusals.ts';

export interface ListEntry {
  /** The entry in its normal form: what a match is explained with and what versions are compared by. */
  label: string;
  range?: AddressRange;
  asn?: number;
}

export interface ParsedList {
  entries: ListEntry[];
  rejected: number;
  rejects: ListReject[];
}

/** More are counted but not kept: a wrong file would otherwise be repeated in full. */
const KEPT_REJECTS = 100;

/**
 * One entry per line: address, CIDR or `start,end` for ranges; `AS123`, `123` with anything behind a comma for
 * networks; plain text for agents (matched anywhere, case ignored; no expressions, so no list can make matching slow);
 * domains for mail. Blank lines, `#` and `;` comments and a header line are skipped; anything else is rejected with its
 * line number.
 */
export function parseList(kind: ListKind, text: string): ParsedList {
  const parsed: ParsedList = { entries: [], rejected: 0, rejects: [] };
  const seen = new Set<string>();
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = (kind === 'bots' ? raw : raw.replace(/\s[#;].*$/, '')).replace(/^\uFEFF/, '').trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) return;
    const entry = readers[kind](line);
    if (typeof entry !== 'string') {
      if (!seen.has(entry.label)) parsed.entries.push(entry);
      seen.add(entry.label);
    } else if (index > 0 || !looksLikeHeader(line)) {
      parsed.rejected++;
      if (parsed.rejects.length < KEPT_REJECTS)
        parsed.rejects.push({ line: index + 1, text: line.slice(0, 100), code: entry, why: REFUSALS.text(entry) });
    }
  });
  return parsed;
}

const looksLikeHeader = (line: string): boolean =>
  /^"?[a-z_ ]+"?(,|$)/i.test(line) && !/\d/.test(line.split(',')[0] ?? '');

/** An entry, or why the line is none. */
type Reader = (line: string) => ListEntry | RefusalCode;

const fields = (line: string): string[] => line.split(',').map((f) => f.trim().replace(/^"|"$/g, ''));

const range: Reader = (line) => {
  // With a dash too: entries are shown that way, and neither family of addresses has one.
  const [first = '', second = ''] = line.includes(',') ? fields(line) : line.split('-').map((part) => part.trim());
  const cidr = parseCidr(first);
  if (!cidr) return 'line_no_range';
  const last = first.includes('/') ? null : addressWords(second);
  if (!last) return tooWide(cidr) ? 'line_everything' : { label: first, range: cidr };
  if (last.length !== cidr.start.length || compareWords(last, cidr.start) < 0) return 'line_reversed';
  const wide = { start: cidr.start, end: last };
  return tooWide(wide) ? 'line_everything' : { label: `${first}-${second}`, range: wide };
};

/**
 * One slip (`0.0.0.0/0`) would book all traffic as fraud:
 * nothing wider than a /4 of either family is a real list entry.
 */
const tooWide = ({ start, end }: AddressRange): boolean => (end[0] ?? 0) - (start[0] ?? 0) >= 2 ** 28;

const network: Reader = (line) => {
  const [, number = '', name = ''] = /^"?(?:AS)?(\d{1,10})"?(?:[\s,]+(.*))?$/i.exec(line) ?? [];
  const asn = Number(number);
  if (!(asn > 0 && asn < 2 ** 32)) return 'line_no_asn';
  return { label: `AS${asn} ${name.replaceAll('"', '')}`.trim(), asn };
};

const agent: Reader = (line) => (line.length < 3 ? 'line_too_short' : { label: line.toLowerCase() });

/** At least two labels: a bare ending such as `com` would call every address disposable. */
const domain: Reader = (line) => {
  const name = (fields(line)[0] ?? '')
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(/^[*.]+/, '');
  return /^(?:[a-z0-9_-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(name) && !name.split('.').includes('')
    ? { label: name }
    : 'line_no_domain';
};

const readers: Record<ListKind, Reader> = {
  datacenter: range,
  vpn: range,
  relay: range,
  'crawler-range': range,
  'asn-hosting': network,
  bots: agent,
  'disposable-mail': domain,
};
