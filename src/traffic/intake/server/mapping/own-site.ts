import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { ASSET_ENDINGS, firstFilled } from './request-class.ts';
import type { StageInput } from './stage-sql.ts';
import { quoted } from './value-sql.ts';

const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[:/].*$/, '');

/**
 * The publisher, unless it is the site itself: a host of the mapping, the name of the package, a host below one of these,
 * or the host the record was asked of.
 */
export function ownSite(
  text: Sql,
  { mapping, package: name }: StageInput,
  column: (key: string) => Sql | undefined,
): Sql {
  if (!mapping.site) return text;
  const hosts = [...new Set([name, ...mapping.site].map(plainHost))].filter((host) => host !== '');
  const own = sql`${typed('Array(String)', hosts)}`;
  const asked = firstFilled(mapping.fields.system_domain?.from ?? [], column);
  const host = sql`lower(${text})`;
  const isAsked = asked ? sql` OR ${host} = replaceRegexpAll(lower(${asked}), '^www[.]|:[0-9]+$', '')` : sql``;
  return sql`if(${text} != '' AND (arrayExists(own -> own = ${host} OR endsWith(${host}, concat('.', own)), ${own})${isAsked}), ${quoted(OWN_SITE)}, ${text})`;
}

/** So many pictures and styles have to say which page they stand in. */
const FEWEST = 10;

/**
 * Whose pages the pictures, scripts and styles of a log stand in: that is the site, whatever the package is called.
 * Others embed one of its pictures now and then, and nobody most of them.
 */
export function siteOf(columns: readonly string[], records: readonly (readonly string[])[]): string[] {
  const [path, referrer] = [columns.indexOf('url_path'), columns.indexOf('referrer_host')];
  if (path < 0 || referrer < 0) return [];
  const pages = new Map<string, number>();
  let all = 0;
  for (const record of records) {
    const host = record[referrer] ?? '';
    const ending = /[.](\w+)$/.exec(record[path] ?? '')?.[1]?.toLowerCase() ?? '';
    if (host === '' || !ASSET_ENDINGS.includes(ending)) continue;
    pages.set(host, (pages.get(host) ?? 0) + 1);
    all++;
  }
  const [most] = [...pages].sort(([, a], [, b]) => b - a);
  return most && all >= FEWEST && most[1] > all / 2 ? [most[0]] : [];
}
