/**
 * Facts of one event that compare what was reported with each other or with the address. For live intake; the twin for
 * imports is import/engine/report-facts-sql.ts, and report-facts.test.ts holds the two equal on the engine.
 */
/** What these facts are made from; absent and '' both mean "not reported". */
export interface ReportedEvent {
  kind?: string;
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
  referrer_click_time?: Date | null;
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

/** Hosts that show the pages of others: caches, safe frames and ad servers say nothing about the page. */
export const FRAMES = ['ampproject.org', 'googlesyndication.com', 'doubleclick.net', '2mdn.net', 'safeframe.net'];
export const URL_HOST = '^[a-z][a-z0-9+.-]*://(?:[^/?#@]*@)?(?:www[.])?([a-z0-9.-]+[.][a-z0-9-]+)';
export const DECLARED_HOST = '^(?:[a-z][a-z0-9+.-]*://)?(?:www[.])?([a-z0-9.-]+[.][a-z0-9-]+)';
/** A name that begins like this is an app (`com.example.game`), whose pages have no domain of that name. */
export const BUNDLE = '^(?:com|org|net|io|co|me|app|air|de|jp|br|in|ru|uk|cn|kr)[.]';

/** What stores and trackers write into a referrer that names nobody. */
export const NOBODY = [
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
export const VIEWABLE = ['viewable', 'viewableimpression', 'adviewable', 'inview'];
export const RETURNS = ['re-engagement', 're-attribution'];

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
