import type { TagHop, TagTest } from '#domains/video-ads/contract/setup-endpoints.ts';
import { MOST_HOPS } from '#domains/video-ads/contract/terms.ts';
import { type Outbound, OutboundRefused } from '#platform/server/http/outbound.ts';
import { type Found, readVast, UnreadableVast } from './read-vast.ts';

const MOST_BYTES = 1024 * 1024;
const TIMEOUT_MS = 3_000;
/** What a tester says in the place of a player. */
const SAMPLE: Readonly<Record<string, string>> = {
  CACHEBUSTING: '12345678',
  TIMESTAMP: '2026-01-01T00:00:00.000Z',
  PAGEURL: 'https://example.com/',
  DOMAIN: 'example.com',
  DEVICEUA: 'Mozilla/5.0',
  SERVERSIDE: '0',
};

/** Codes of VAST 4.2, 2.3.6. */
const CODE = { xml: 100, version: 102, wrapper: 300, timeout: 301, tooDeep: 302, noAd: 303, noFile: 401, general: 900 };

interface Hop extends TagHop {
  next: string;
}

/**
 * Follows a tag from wrapper to wrapper, as a player would, and says what is wrong with each. Only through the guarded
 * client: public addresses by TLS, at most 1 MB and three seconds each.
 */
export async function testTag(outbound: Pick<Outbound, 'getText'>, first: string): Promise<Omit<TagTest, 'player'>> {
  const hops: TagHop[] = [];
  const seen = new Set<string>();
  let url = first;
  let last: Found | null = null;
  while (url !== '') {
    const { hop, found } = await followed(outbound, url);
    const { next, ...shown } = hop;
    hops.push(shown);
    last = found;
    seen.add(url);
    url = next;
    if (url !== '' && (seen.has(url) || hops.length > MOST_HOPS)) {
      const detail = seen.has(url) ? 'loop' : 'depth';
      shown.faults.push({ code: CODE.tooDeep, detail });
      url = '';
    }
  }
  const ad = last?.kind === 'inline' ? last : null;
  return {
    hops,
    duration: ad?.duration ?? '',
    click_through: ad?.clickThrough ?? '',
    media: ad?.media ?? [],
  };
}

async function followed(outbound: Pick<Outbound, 'getText'>, url: string): Promise<{ hop: Hop; found: Found | null }> {
  const failed = (code: number, detail: string): { hop: Hop; found: null } => ({
    hop: {
      url,
      found: 'failed',
      version: '',
      ad_system: '',
      title: '',
      faults: [{ code, detail: detail.slice(0, 300) }],
      events: [],
      next: '',
    },
    found: null,
  });
  let body: string;
  try {
    const filled = url.replace(/\[([A-Z]+)\]/g, (_, name: string) => encodeURIComponent(SAMPLE[name] ?? '-1'));
    const answer = await outbound.getText(filled, MOST_BYTES, TIMEOUT_MS);
    if (answer.status !== 200) return failed(CODE.wrapper, `HTTP ${answer.status}`);
    body = answer.body;
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof TypeError) return failed(CODE.wrapper, error.message);
    const name = error instanceof Error ? error.name : '';
    return name === 'AbortError' || name === 'TimeoutError'
      ? failed(CODE.timeout, `${TIMEOUT_MS / 1000} s`)
      : failed(CODE.wrapper, error instanceof Error ? error.message : '');
  }
  try {
    const found = readVast(body);
    return { hop: hopOf(url, found), found };
  } catch (error) {
    if (!(error instanceof UnreadableVast)) throw error;
    return failed(CODE.xml, error.message);
  }
}

function hopOf(url: string, found: Found): Hop {
  const faults: TagHop['faults'] = [];
  if (!/^[234]\.\d$/.test(found.version)) faults.push({ code: CODE.version, detail: found.version });
  if (found.kind === 'none') faults.push({ code: CODE.noAd, detail: '' });
  if (found.kind === 'wrapper' && found.next === '') faults.push({ code: CODE.wrapper, detail: 'VASTAdTagURI' });
  if (found.kind === 'inline' && found.media.length === 0) faults.push({ code: CODE.noFile, detail: 'MediaFile' });
  if (found.kind !== 'none' && !found.events.includes('impression'))
    faults.push({ code: CODE.general, detail: 'Impression' });
  return {
    url,
    found: found.kind,
    version: found.version,
    ad_system: found.adSystem,
    title: found.title,
    faults,
    events: found.events,
    next: found.next,
  };
}
