/** An independent reading of a combined log: what the boards must show, counted without any code of the product. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeWebLog } from '#demo/web-log.ts';

const REAL = ['../shared/data', process.env.ADSIEVE_SAMPLES ?? '']
  .map((folder) => resolve(folder, 'weblogs/apache_combined_10000.log.gz'))
  .find((path) => existsSync(path));

/** The real log where it is, else one written into the folder. */
export async function logToImport(folder: string): Promise<string> {
  if (REAL) return REAL;
  console.warn('\n!!! SKIPPED: the real log is not at ../shared/data; a written one stands in. Set ADSIEVE_SAMPLES.\n');
  const written = join(folder, 'written.log');
  await writeWebLog(written, { seed: 3, endDay: '2015-05-20', days: 4, rows: 10_000 });
  return written;
}

export interface LogCount {
  records: number;
  /** Requests that are no visits, by what they were. */
  leftOut: Map<string, number>;
  /** Day in UTC to visits. */
  byDay: Map<string, number>;
  byPublisher: Map<string, number>;
  byAddress: Map<string, number>;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const LINE =
  /^(\S+) \S+ \S+ \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)\] "(.*?)(?<!\\)" (\d{3}) (\d+|-)(?: "(.*?)(?<!\\)")?/;

/** `site`: whose log it is; who comes from there is nobody's visitor. */
export function countLog(path: string, site: readonly string[]): LogCount {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const count: LogCount = {
    records: 0,
    leftOut: new Map(),
    byDay: new Map(),
    byPublisher: new Map(),
    byAddress: new Map(),
  };
  const add = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
  for (const line of text.split('\n')) {
    if (line === '') continue;
    count.records += 1;
    const found = LINE.exec(line);
    if (!found) continue;
    const [
      ,
      ip = '',
      day,
      month = '',
      year,
      time,
      hours,
      minutes,
      request = '',
      status = '',
      size = '',
      referrer = '',
    ] = found;
    const what = kindOf(request, Number(status), Number(size));
    if (what !== 'page') {
      add(count.leftOut, what);
      continue;
    }
    const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
    add(count.byDay, new Date(`${year}-${number}-${day}T${time}${hours}:${minutes}`).toISOString().slice(0, 10));
    const publisher = publisherOf(request, referrer);
    const own = site.some((host) => publisher === host || publisher.endsWith(`.${host}`));
    add(count.byPublisher, own ? 'internal' : publisher);
    add(count.byAddress, ip);
  }
  return count;
}

const FILES =
  /\.(png|gif|jpe?g|ico|svg|css|js|[ot]tf|woff2?|pdf|te?xt?|log|conf|jar|exe|deb|doc|zip|t?gz|py[co]?|c(pp)?|h|sh|rb|lua|java|swf|spec|pcap|gem|patch|diff|ini|md|bin|rpm|iso|xsl|eps|csv|mp[34])$/;

/** What a line of a log was, told by the address and the answer alone. */
function kindOf(request: string, status: number, size: number): string {
  const [method = '', target = ''] = request.split(' ');
  const path = (target.split(/[?#]/)[0] ?? '').toLowerCase();
  if (status >= 400) return 'error';
  if (status >= 300 && status !== 304) return 'redirect';
  if (method !== 'GET' || status === 204) return 'call';
  if (
    /\/(robots|ads)\.txt$|\/(feed|rss|atom)(\/|\.xml|$)|\/sitemap[^/]*\.xml|\.(rss|atom|rdf)$|\/feeds(\/|$)/.test(path)
  )
    return 'feed';
  const asked = new URLSearchParams(target.split('#')[0]?.split('?').slice(1).join('?'));
  if (['flav', 'feed', 'format', 'type', 'alt'].some((name) => /^(rss|atom|rdf)[\d.]*$/.test(asked.get(name) ?? '')))
    return 'feed';
  if (/\.(gif|png)$/.test(path) && status === 200 && size <= 100) return 'call';
  if (FILES.test(path)) return 'asset';
  if (/\.json$|^\/([^/]+\/)?(api|ajax|rest|rpc)(\/|$)|\/xmlrpc\.php$/.test(path)) return 'call';
  return status === 200 && (size === 0 || Number.isNaN(size)) ? 'call' : 'page';
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
