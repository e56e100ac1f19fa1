/**
 * Facts of one event that compare what was reported with each other or with the address. Every definition stands here
 * twice, for live intake and for imports; report-facts.test.ts holds the two equal on the engine.
 */
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import type { FactName } from '#traffic/contract/facts.ts';

/** What these facts are made from; absent and '' both mean "not reported". */
export interface ReportedEvent {
  kind: string;
  ts: Date;
  publisher?: string;
  install_type?: string;
  event_name?: string;
  declared_country?: string;
  declared_domain?: string;
  url?: string;
  referrer?: string;
  install_referrer?: string;
  click_time?: Date | null;
  impression_time?: Date | null;
  install_begin_time?: Date | null;
  install_time?: Date | null;
  ad_width?: number | null;
  ad_height?: number | null;
}

export interface ReportFacts {
  country_conflict: string;
  domain_conflict: string;
  referrer_conflict: string;
  order_break: string;
  order_break_seconds: number | null;
  install_to_event_seconds: number | null;
  viewable_after_seconds: number | null;
  ad_area: number | null;
}

const MAX_INT32 = 2 ** 31 - 1;
const clamp = (value: number): number => Math.max(-MAX_INT32, Math.min(MAX_INT32, value));

/**
 * Whole seconds from one moment to another, fractions dropped on both moments first, as `dateDiff('second', …)` counts.
 * null when one is unknown. Differences beyond 68 years are clock faults and stay at the column's limit.
 */
export function secondsBetween(from: Date | null | undefined, to: Date | null | undefined): number | null {
  if (!from || !to) return null;
  return clamp(Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000));
}

export const secondsSql = (from: string, to: string): Sql =>
  trusted(
    `if(isNull(${from}) OR isNull(${to}), NULL, toInt32(greatest(-2147483647, least(2147483647, dateDiff('second', ${from}, ${to})))))`,
  );

/** Hosts that show the pages of others: caches, safe frames and ad servers say nothing about the page. */
const FRAMES = ['ampproject.org', 'googlesyndication.com', 'doubleclick.net', '2mdn.net', 'safeframe.net'];
const URL_HOST = '^[a-z][a-z0-9+.-]*://(?:[^/?#@]*@)?(?:www[.])?([a-z0-9.-]+[.][a-z0-9-]+)';
const DECLARED_HOST = '^(?:[a-z][a-z0-9+.-]*://)?(?:www[.])?([a-z0-9.-]+[.][a-z0-9-]+)';
/** A name that begins like this is an app (`com.example.game`), whose pages have no domain of that name. */
const BUNDLE = '^(?:com|org|net|io|co|me|app|air|de|jp|br|in|ru|uk|cn|kr)[.]';

/** What stores and trackers write into a referrer that names nobody. */
const NOBODY = [
  '',
  'googleplay',
  'notset',
  'not20set',
  'none',
  'direct',
  'unknown',
  'organic',
  'appsflyer',
  'adjust',
  'branch',
  'singular',
  'kochava',
];
const VIEWABLE = ['viewable', 'viewableimpression', 'adviewable', 'inview'];
const RETURNS = ['re-engagement', 're-attribution'];

const first = (text: string, pattern: string): string => new RegExp(pattern).exec(text)?.[1] ?? '';
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/_int$/, '')
    .replace(/[^a-z0-9]/g, '');
const within = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

export function reportFacts(event: ReportedEvent, address: { ip_class: string; ip_country: string }): ReportFacts {
  const { kind, ts } = event;
  const [order_break, order_break_seconds] = orderBreak(event);
  const { ad_width: width, ad_height: height } = event;
  return {
    country_conflict: countryConflict(event.declared_country ?? '', address),
    domain_conflict: domainConflict(event.declared_domain ?? '', event.referrer ?? '', event.url ?? ''),
    referrer_conflict: referrerConflict(event),
    order_break,
    order_break_seconds,
    install_to_event_seconds: kind === 'app_event' ? secondsBetween(event.install_time, ts) : null,
    viewable_after_seconds:
      event.impression_time && VIEWABLE.includes(plain(event.event_name ?? ''))
        ? clamp(Math.floor((ts.getTime() - event.impression_time.getTime()) / 1000))
        : null,
    ad_area:
      width === null || width === undefined || height === null || height === undefined ? null : clamp(width * height),
  };
}

function countryConflict(declared: string, { ip_class, ip_country }: { ip_class: string; ip_country: string }): string {
  if (ip_class !== 'public' || declared === '' || ip_country === '' || declared === ip_country) return '';
  return `${ip_country} ≠ ${declared}`;
}

function domainConflict(declared: string, referrer: string, url: string): string {
  const named = first(declared.toLowerCase(), DECLARED_HOST);
  const seen = first(referrer.toLowerCase(), URL_HOST) || first(url.toLowerCase(), URL_HOST);
  if (named === '' || seen === '' || new RegExp(BUNDLE).test(named)) return '';
  if (within(seen, named) || within(named, seen) || FRAMES.some((frame) => within(seen, frame))) return '';
  return seen;
}

function referrerConflict({ kind, publisher = '', install_type = '', install_referrer = '' }: ReportedEvent): string {
  const claims = plain(publisher);
  if (kind !== 'install' || install_referrer === '' || install_type === 'organic') return '';
  if (claims === '' || claims === 'organic') return '';
  const text = install_referrer.replace(/%3d/gi, '=').replace(/%26/g, '&');
  const part = (name: string): string => first(text, `(?:^|[?&])${name}=([^&]*)`);
  const source = part('pid') || part('utm_source');
  const named = plain(source);
  if (part('utm_medium') === 'organic' && NOBODY.includes(named)) return 'organic';
  if (part('gclid') !== '' || NOBODY.includes(named) || named.includes(claims) || claims.includes(named)) return '';
  return source;
}

function orderBreak(event: ReportedEvent): [string, number | null] {
  const { kind, ts, click_time, impression_time, install_begin_time, install_time } = event;
  const broken = (earlier: Date | null | undefined, later: Date | null | undefined): boolean =>
    Boolean(earlier && later && earlier > later);
  if (kind === 'install' && !RETURNS.includes(event.install_type ?? '')) {
    if (broken(click_time, install_time)) return ['install_before_click', secondsBetween(install_time, click_time)];
    if (broken(install_begin_time, install_time))
      return ['open_before_begin', secondsBetween(install_time, install_begin_time)];
  }
  if ((kind === 'click' || kind === 're_click') && broken(impression_time, click_time))
    return ['click_before_impression', secondsBetween(click_time, impression_time)];
  if (kind === 'app_event' && broken(install_time, ts))
    return ['event_before_install', secondsBetween(ts, install_time)];
  return ['', null];
}

const texts = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** The same over columns of staged rows `s` and address facts `f`. */
export const REPORT_FACTS_SQL: { readonly [F in keyof ReportFacts & FactName]: Sql } = {
  country_conflict: trusted(
    `if(f.ip_class = 'public' AND s.declared_country != '' AND f.ip_country != '' AND toString(s.declared_country) != toString(f.ip_country),
      concat(toString(f.ip_country), ' ≠ ', toString(s.declared_country)), '')`,
  ),
  domain_conflict: domainConflictSql(),
  referrer_conflict: referrerConflictSql(),
  order_break: orderBreakSql((name) => sql`${trusted(`'${name}'`)}`, sql`''`),
  order_break_seconds: orderBreakSql((_, from, to) => secondsSql(from, to), sql`NULL`),
  install_to_event_seconds: sql`if(s.kind = 'app_event', ${secondsSql('s.install_time', 's.ts')}, NULL)`,
  viewable_after_seconds: trusted(
    `if(isNull(s.impression_time) OR ${plainSql('s.event_name')} NOT IN ${texts(VIEWABLE)}, NULL,
      toInt32(greatest(-2147483647, least(2147483647, floor(dateDiff('millisecond', s.impression_time, s.ts) / 1000)))))`,
  ),
  ad_area: trusted(
    'if(isNull(s.ad_width) OR isNull(s.ad_height), NULL, toInt32(least(2147483647, toInt64(s.ad_width) * toInt64(s.ad_height))))',
  ),
};

function plainSql(text: string): string {
  return `replaceRegexpAll(replaceRegexpOne(lower(toString(${text})), '_int$', ''), '[^a-z0-9]', '')`;
}

function domainConflictSql(): Sql {
  const named = `extract(lower(toString(s.declared_domain)), '${DECLARED_HOST}')`;
  const host = (column: string) => `extract(lower(${column}), '${URL_HOST}')`;
  const seen = `if(${host('s.referrer')} != '', ${host('s.referrer')}, ${host('s.url')})`;
  const inside = (a: string, b: string) => `(${a} = ${b} OR endsWith(${a}, concat('.', ${b})))`;
  const frames = FRAMES.map((frame) => inside(seen, `'${frame}'`)).join(' OR ');
  return trusted(
    `if(s.declared_domain = '' OR ${named} = '' OR ${seen} = '' OR match(${named}, '${BUNDLE}') OR ${inside(seen, named)} OR ${inside(named, seen)} OR ${frames}, '', ${seen})`,
  );
}

function referrerConflictSql(): Sql {
  const text = `replaceRegexpAll(replaceRegexpAll(s.install_referrer, '(?i)%3d', '='), '%26', '&')`;
  const part = (name: string) => `extract(${text}, '(?:^|[?&])${name}=([^&]*)')`;
  const source = `if(${part('pid')} != '', ${part('pid')}, ${part('utm_source')})`;
  const [named, claims] = [plainSql(source), plainSql('s.publisher')];
  return trusted(
    `multiIf(s.install_referrer = '' OR s.kind != 'install' OR s.install_type = 'organic' OR ${claims} IN ('', 'organic'), '',
      ${part('utm_medium')} = 'organic' AND ${named} IN ${texts(NOBODY)}, 'organic',
      ${part('gclid')} != '' OR ${named} IN ${texts(NOBODY)} OR position(${named}, ${claims}) > 0 OR position(${claims}, ${named}) > 0, '',
      ${source})`,
  );
}

function orderBreakSql(value: (name: string, from: string, to: string) => Sql, none: Sql): Sql {
  const broken = (earlier: string, later: string) => `ifNull(${earlier} > ${later}, false)`;
  const install = `s.kind = 'install' AND s.install_type NOT IN ${texts(RETURNS)}`;
  const when = (condition: string) => trusted(condition);
  return sql`multiIf(
    ${when(`${install} AND ${broken('s.click_time', 's.install_time')}`)}, ${value('install_before_click', 's.install_time', 's.click_time')},
    ${when(`${install} AND ${broken('s.install_begin_time', 's.install_time')}`)}, ${value('open_before_begin', 's.install_time', 's.install_begin_time')},
    ${when(`s.kind IN ('click', 're_click') AND ${broken('s.impression_time', 's.click_time')}`)}, ${value('click_before_impression', 's.click_time', 's.impression_time')},
    ${when(`s.kind = 'app_event' AND ${broken('s.install_time', 's.ts')}`)}, ${value('event_before_install', 's.ts', 's.install_time')},
    ${none})`;
}
