/** An independent reading of a combined log: what the boards must show, counted without any code of the product. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface LogCount {
  records: number;
  /** Day in UTC to visits. */
  byDay: Map<string, number>;
  byPublisher: Map<string, number>;
  byAddress: Map<string, number>;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const LINE =
  /^(\S+) \S+ \S+ \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)\] "(.*?)(?<!\\)" \d{3} (?:\d+|-)(?: "(.*?)(?<!\\)")?/;

export function countLog(path: string): LogCount {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const count: LogCount = { records: 0, byDay: new Map(), byPublisher: new Map(), byAddress: new Map() };
  const add = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
  for (const line of text.split('\n')) {
    if (line === '') continue;
    count.records += 1;
    const found = LINE.exec(line);
    if (!found) continue;
    const [, ip = '', day, month = '', year, time, hours, minutes, request = '', referrer = ''] = found;
    const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
    add(count.byDay, new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`).toISOString().slice(0, 10));
    add(count.byPublisher, publisherOf(request, referrer));
    add(count.byAddress, ip);
  }
  return count;
}

/** Who sent the visit: utm_source of the address, else the referring site without www, else nobody. */
function publisherOf(request: string, referrer: string): string {
  const target = request.split(' ')[1] ?? '';
  const query = target.split('#')[0]?.split('?').slice(1).join('?') ?? '';
  const source = new URLSearchParams(query).get('utm_source');
  if (source) return source;
  const authority = referrer.match(/^[a-z]+:\/\/([^/?#]*)/i)?.[1] ?? '';
  // The log writes bytes beyond ASCII as \xhh.
  const host = authority
    .replace(/\\x([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./i, '');
  return host.toLowerCase() || 'direct';
}

/** What is left of counts when others are taken out; without what is left at nothing. */
export const less = (counts: Map<string, number>, others: Map<string, number>): Map<string, number> =>
  new Map([...counts].map(([key, n]) => [key, n - (others.get(key) ?? 0)] as const).filter(([, n]) => n > 0));

export const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, n) => all + n, 0);
