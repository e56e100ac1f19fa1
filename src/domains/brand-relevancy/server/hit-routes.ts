import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hitEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { COVERS, HIT_EVENTS, type HitEvent, isVideo } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { filledIn } from '#domains/brand-relevancy/contract/macros.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { AppError, appError } from '#platform/server/http/app-error.ts';
import { DOT } from '#platform/server/http/dot.ts';
import { type FileAnswer, type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { BLANK_AGENT } from '#traffic/collector/server/read-value.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { type EntryRow, signedText } from './entry-tags.ts';
import { frameScript } from './frame-script.ts';
import { measuredBy } from './hits.ts';
import type { Found, HitParts } from './parts.ts';
import { entryTable } from './tables.ts';

interface Held {
  entry: EntryRow;
  packageId: number;
}

type Query = HandlerInput<typeof hitEndpoints.pixel>['query'];
type Request = HandlerInput<typeof hitEndpoints.pixel>['request'];

/** No key of ours is longer: what is longer is not looked for. */
const LONGEST_KEY = 40;
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
};

/** What tags report. An image stays one and a click goes on whatever is wrong: nobody on that page could mend it. */
export function hitRoutes(parts: HitParts): Route[] {
  return implement(hitEndpoints)({
    pixel: async ({ params, query, request }) => {
      const event = HIT_EVENTS.find((name) => name === params.event);
      const held = event && (await heldEntry(parts, params.key, event, query.s));
      if (!held) return gif('tag');
      return gif(await counted(parts, held, event, query, request));
    },
    click: async ({ params, query, request }) => {
      const held = await heldEntry(parts, params.key, 'click', query.s);
      const clickId = randomUUID();
      const to = held && landing(parts, held.entry, query.to ?? '', clickId);
      // A link of nobody: it says nothing of what there might be.
      if (!held || !to) throw appError('not_found');
      await counted(parts, held, 'click', query, request, clickId);
      return {
        fileName: 'on.txt',
        mediaType: 'text/plain; charset=utf-8',
        stream: '',
        status: 302,
        headers: { ...OPEN, 'content-disposition': 'inline', location: to },
      };
    },
    frame: async ({ params, query }) => {
      const held = await heldEntry(parts, params.key, 'frame', query.s);
      return script(held ? frameScript(addressesOf(parts, held.entry)) : '');
    },
  });
}

/** Null for a key or a signature that is none of ours. */
async function heldEntry(
  { database: { db }, tagSeal }: HitParts,
  key: string,
  event: string,
  mac: string | undefined,
): Promise<Held | null> {
  if (key.length > LONGEST_KEY || !mac || !tagSeal.isSigned(signedText(key, event), mac)) return null;
  const [row] = await db
    .select({ entry: entryTable, packageId: packageTable.id })
    .from(entryTable)
    .innerJoin(packageTable, eq(packageTable.name, entryTable.packageName))
    .where(eq(entryTable.key, key));
  return row ?? null;
}

function landing({ landingFor }: HitParts, entry: EntryRow, wanted: string, clickId: string): string | null {
  const { clickUrl: url, landingHosts } = entry;
  if (!URL.canParse(url)) return null;
  const hosts = new Set([new URL(url).hostname.toLowerCase(), ...landingHosts]);
  return landingFor({ url, hosts }, wanted, clickId);
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

/** Programs that look where a link goes, and browsers that load ahead: nobody has seen or clicked anything. */
const isOnlyLooking = ({ method, headers }: Request): boolean =>
  method === 'HEAD' ||
  /\b(?:prefetch|prerender|preview)\b/i.test(`${one(headers['sec-purpose'])} ${one(headers['purpose'])}`);

/** Stores the hit; what is wrong is said for whoever looks at the answer. The same showing counts once. */
async function counted(
  parts: HitParts,
  { entry, packageId }: Held,
  event: HitEvent | 'click',
  query: Query,
  request: Request,
  clickId = '',
): Promise<string | undefined> {
  if (entry.status !== 'active') return entry.status;
  if (isOnlyLooking(request)) return 'ahead';
  const at = parts.now();
  const agent = one(request.headers['user-agent']);
  const id = idOf(entry.key, event, filledIn(query.cb), `${request.ip} ${agent}`);
  const said = fieldsOf(entry, query, request);
  const fields = {
    ...said,
    ...(event === 'click' ? { click_id: clickId } : { event_name: kindOf(entry, event) === 'impression' ? '' : event }),
  };
  const row = parts.ownEvent({ id, at, kind: kindOf(entry, event), fields }, coverOf(event, query));
  try {
    const { packageName } = entry;
    const stored = await parts.intakeLog.append({
      keyId: null,
      packageId,
      packageName,
      receivedAt: at,
      events: [row],
      dead: [],
    });
    return stored.accepted === 0 ? 'repeated' : undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

/** Clicks are clicks and display ads impressions; what is reported of a video, or of whether an ad was seen, is tracking. */
function kindOf({ type }: EntryRow, event: HitEvent | 'click'): EventKind {
  if (event === 'click') return 'click';
  return event === 'impression' && !isVideo(type) ? 'impression' : 'vast_tracking';
}

/** A number the platform drew tells one showing from another; without one every request is its own. */
function idOf(key: string, event: string, drawn: string, who: string): string {
  if (drawn === '') return `${key}:${event}:${randomUUID()}`;
  const hash = createHash('sha256').update(`${drawn} ${who}`).digest('base64url').slice(0, 22);
  return `${key}:${event}:${hash}`;
}

/** What the hit says, by columns of events: what the platform filled in, and what the request shows by itself. */
function fieldsOf(entry: EntryRow, query: Query, request: Request) {
  const [width, height] = sizeOf(entry, query);
  const referrer = one(request.headers['referer']);
  const observed = given(query['u']);
  const [publisher, site] = [filledIn(query.pub), filledIn(query.site)];
  const sold = filledIn(query.src) || (entry.platform === 'googleads' ? publisher : '');
  return {
    campaign: entry.campaign,
    brand: entry.advertiser,
    // Of a platform that numbers none the tracker is the creative.
    creative: filledIn(query.cr) || entry.name,
    publisher,
    sub_publisher: site,
    channel: entry.platform,
    placement_type: entry.type,
    placement: site || publisher,
    campaign_id: filledIn(query.io),
    ad_set: filledIn(query.li),
    declared_domain: hostOf(sold),
    // Where the ad was seen to stand, which may be another place than the one that was sold.
    url: observed || referrer,
    referrer,
    // A program drives the browser, as it says of itself.
    vendor_verdict: query['wd'] === '1' ? 'webdriver' : '',
    ad_width: width,
    ad_height: height,
    video_seconds: entry.duration,
    sdk_version: measuredBy(entry.id),
    ip: request.ip,
    user_agent: one(request.headers['user-agent']) || BLANK_AGENT,
  };
}

/** Reported and not judged: a browser that cannot be sure says "covered" of an ad that anybody can see. */
function coverOf(event: HitEvent | 'click', { iv }: Query): Found | undefined {
  if (event !== 'viewable' || (iv !== '0' && iv !== '1')) return undefined;
  const [covered, free] = COVERS;
  return iv === '0' ? { handling: 'flagged', reason: covered } : { handling: 'passed', reason: free };
}

const PIXELS = /^[1-9]\d{0,4}$/;

/** As a measured frame was drawn, where it says so: an ad of 300 by 250 stuffed into a pixel is one of a pixel. */
function sizeOf({ creativeSize, type }: EntryRow, { w, h }: Query): [number | null, number | null] {
  const drawn = type === 'mfdisplay' && PIXELS.test(w ?? '') && PIXELS.test(h ?? '') ? [w, h] : creativeSize.split('x');
  const [width = null, height = null] = drawn.map((side) => Number(side) || null);
  return [width, height];
}

const given = (value: unknown): string => (typeof value === 'string' && /^https?:\/\//i.test(value) ? value : '');

function hostOf(text: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
}

function addressesOf({ publicUrl, tagSeal }: HitParts, { key }: EntryRow) {
  const address = (event: 'impression' | 'viewable') =>
    `${publicUrl()}/d/i/${key}/${event}?s=${tagSeal.sign(signedText(key, event))}`;
  return { impression: address('impression'), viewable: address('viewable') };
}

const gif = (fault?: string): FileAnswer => ({
  fileName: 'i.gif',
  mediaType: 'image/gif',
  stream: DOT,
  headers: { ...OPEN, ...(fault ? { 'x-adsieve-error': fault } : {}) },
});

const script = (stream: string): FileAnswer => ({
  fileName: 'frame.js',
  mediaType: 'text/javascript; charset=utf-8',
  stream,
  headers: { ...OPEN, 'content-disposition': 'inline' },
});
