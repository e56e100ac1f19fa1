import type { LineParser } from './line-scanner.ts';
import { URL_PART_COLUMNS, urlParts } from './url-parts.ts';

/** Holds, as JSON, the values of keys the beginning of the file did not have. */
export const LATE_KEYS = 'late_keys';
const MAX_KEYS = 500;
const MAX_DEPTH = 4;
const URL_KEYS = ['url', 'request_uri', 'request.uri', 'uri', 'clientrequesturi', 'ClientRequestURI', 'path'];
const REFERRER_KEYS = [
  'referrer',
  'referer',
  'http_referer',
  'http_referrer',
  'ClientRequestReferer',
  'request.headers.Referer',
];

/** Nested objects become dotted keys, arrays stay JSON: `{"a":{"b":1}}` → `a.b`. */
export function flattenJson(
  value: object,
  into = new Map<string, string>(),
  prefix = '',
  depth = 1,
): Map<string, string> {
  for (const [key, item] of Object.entries(value)) {
    const name = prefix + key;
    if (item === null || item === undefined) continue;
    if (typeof item === 'object') {
      const single = Array.isArray(item) && item.length === 1 ? item[0] : undefined;
      if (typeof single === 'string') into.set(name, single);
      else if (Array.isArray(item) || depth >= MAX_DEPTH) into.set(name, JSON.stringify(item));
      else flattenJson(item, into, `${name}.`, depth + 1);
    } else into.set(name, String(item));
  }
  return into;
}

export function parseJsonObject(line: string): Map<string, string> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? flattenJson(value) : null;
  } catch {
    return null;
  }
}

/** Keys of the first lines, in order of appearance. */
export function jsonColumns(lines: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const line of lines) for (const key of parseJsonObject(line)?.keys() ?? []) keys.add(key);
  return [...keys].slice(0, MAX_KEYS);
}

/** Reads lines into the given columns followed by the parts of their address and the late keys. */
export function jsonLineParser(columns: readonly string[]): LineParser {
  const known = new Set(columns);
  return (line) => {
    const record = parseJsonObject(line);
    if (!record) return 'not_json';
    const late = [...record].filter(([key]) => !known.has(key));
    const pick = (names: readonly string[]) => record.get(names.find((name) => record.has(name)) ?? '') ?? '';
    return [
      ...columns.map((key) => record.get(key) ?? ''),
      ...urlParts(pick(URL_KEYS), pick(REFERRER_KEYS)),
      late.length === 0 ? '' : JSON.stringify(Object.fromEntries(late)),
    ];
  };
}

export const jsonSourceColumns = (columns: readonly string[]): string[] => [...columns, ...URL_PART_COLUMNS, LATE_KEYS];
