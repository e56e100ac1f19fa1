import type { TagHop, TagTest } from '#domains/video-ads/contract/setup-endpoints.ts';
import { MOST_HOPS, type TagFault } from '#domains/video-ads/contract/terms.ts';
import { AnswerTooLong, type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import { type Found, readVast, UnreadableVast } from './read-vast.ts';

const MOST_BYTES = 1024 * 1024;
const TIMEOUT_MS = 3_000;
/** Of a whole test: ad servers that know each other pass a player on several times for each wrapper. */
const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Of the standard; 4.3 has no schema but is asked for. */
const VERSIONS: ReadonlySet<string> = new Set(['2.0', '2.0.1', '3.0', '4.0', '4.1', '4.2', '4.3']);
const DURATION = /^\d{2,}:[0-5]\d:[0-5]\d(\.\d{1,3})?$/;
/** What a tester says in the place of a player. */
const SAMPLE: Readonly<Record<string, string>> = {
  CACHEBUSTING: '12345678',
  TIMESTAMP: '2026-01-01T00:00:00.000Z',
  PAGEURL: 'https://example.com/',
  DOMAIN: 'example.com',
  DEVICEUA: 'Mozilla/5.0',
  SERVERSIDE: '0',
};

/** What a player would report (VAST 4.2, 2.3.6). */
const CODES: Readonly<Record<TagFault, number>> = {
  not_xml: 100,
  no_ad_system: 101,
  no_ad_title: 101,
  no_impression: 101,
  duration: 101,
  click_through: 101,
  version: 102,
  not_https: 300,
  not_public: 300,
  too_large: 300,
  http_status: 300,
  no_location: 300,
  redirects: 300,
  unreachable: 300,
  no_tag: 300,
  timeout: 301,
  depth: 302,
  loop: 302,
  no_ad: 303,
  no_media: 401,
};

export interface TagSource {
  outbound: Pick<Outbound, 'getText'>;
  /** What a tag of this installation answers, found without a call; null for an address that is none. */
  ownTag: (url: string) => Promise<string | null>;
}

interface Hop extends TagHop {
  next: string;
}

interface Followed {
  hop: Hop;
  ad: Found | null;
}

/**
 * Follows a tag from wrapper to wrapper and from redirect to redirect, as a player would, and says what is wrong with
 * each. Only through the guarded client: public addresses by TLS, at most 1 MB and three seconds each.
 */
export async function testTag(source: TagSource, first: string): Promise<Omit<TagTest, 'player'>> {
  const hops: TagHop[] = [];
  const seen = new Set<string>();
  const passed = { wrapper: 0, redirect: 0 };
  let url = first;
  let last: Found | null = null;
  while (url !== '') {
    const { hop, ad } = await followed(source, url);
    const { next, ...shown } = hop;
    hops.push(shown);
    last = ad;
    seen.add(url);
    if (hop.found === 'wrapper' || hop.found === 'redirect') passed[hop.found]++;
    url = next;
    if (url === '') break;
    const over = passed.wrapper > MOST_HOPS ? 'depth' : passed.redirect > MOST_REDIRECTS ? 'redirects' : null;
    const fault = seen.has(url) ? 'loop' : over;
    if (fault === null) continue;
    shown.faults.push(faultOf(fault));
    break;
  }
  const ad = last?.kind === 'inline' ? last : null;
  return {
    hops,
    duration: ad?.duration ?? '',
    click_through: ad?.clickThrough ?? '',
    media: ad?.media ?? [],
  };
}

const faultOf = (fault: TagFault, detail = ''): TagHop['faults'][number] => ({
  code: CODES[fault],
  fault,
  detail: detail.slice(0, 300),
});

const plainHop = (url: string, found: TagHop['found'], faults: TagHop['faults'], next = ''): Followed => ({
  hop: { url, found, version: '', ad_system: '', title: '', faults, events: [], next },
  ad: null,
});

async function followed({ outbound, ownTag }: TagSource, url: string): Promise<Followed> {
  const failed = (fault: TagFault, detail = '') => plainHop(url, 'failed', [faultOf(fault, detail)]);
  const own = await ownTag(url);
  if (own !== null) return read(url, own);
  const filled = url.replace(/\[([A-Z]+)\]/g, (_, name: string) => encodeURIComponent(SAMPLE[name] ?? '-1'));
  if (!/^https:/i.test(filled) || !URL.canParse(filled)) return failed('not_https');
  try {
    const { status, body, location = '' } = await outbound.getText(filled, MOST_BYTES, TIMEOUT_MS);
    if (status === 200) return read(url, body);
    if (!REDIRECTS.has(status)) return failed('http_status', `HTTP ${status}`);
    if (location === '' || !URL.canParse(location, filled)) return failed('no_location', `HTTP ${status}`);
    return plainHop(url, 'redirect', [], new URL(location, filled).href);
  } catch (error) {
    if (error instanceof AnswerTooLong) return failed('too_large');
    if (error instanceof OutboundRefused) return failed('not_public');
    const name = error instanceof Error ? error.name : '';
    return failed(name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'unreachable');
  }
}

function read(url: string, body: string): Followed {
  try {
    const found = readVast(body);
    return { hop: hopOf(url, found), ad: found };
  } catch (error) {
    if (!(error instanceof UnreadableVast)) throw error;
    return plainHop(url, 'failed', [faultOf('not_xml', error.message)]);
  }
}

function hopOf(url: string, found: Found): Hop {
  return {
    url,
    found: found.kind,
    version: found.version,
    ad_system: found.adSystem,
    title: found.title,
    faults: faultsOf(found),
    events: found.events,
    next: found.next,
  };
}

/** What the standard demands and a player stumbles over, in the order it stands in the tag. */
function faultsOf(found: Found): TagHop['faults'] {
  const { kind, version, duration, clickThrough } = found;
  const faults: TagHop['faults'] = [];
  const unless = (holds: boolean, fault: TagFault, detail = ''): void => {
    if (!holds) faults.push(faultOf(fault, detail));
  };
  unless(VERSIONS.has(version), 'version', version);
  if (kind === 'none') return [...faults, faultOf('no_ad')];
  unless(found.adSystem !== '', 'no_ad_system');
  unless(found.events.includes('impression'), 'no_impression');
  if (kind === 'wrapper') {
    unless(found.next !== '', 'no_tag');
    return faults;
  }
  unless(found.title !== '', 'no_ad_title');
  unless(DURATION.test(duration), 'duration', duration);
  unless(found.media.length > 0, 'no_media');
  unless(clickThrough === '' || /^https?:\/\//i.test(clickThrough), 'click_through', clickThrough);
  return faults;
}
