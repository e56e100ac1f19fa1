import { randomUUID } from 'node:crypto';
import { videoEndpoints } from '#domains/video-ads/contract/public-endpoints.ts';
import { VIDEO_EVENTS, type VideoEvent } from '#domains/video-ads/contract/terms.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { DOT } from '#platform/server/http/dot.ts';
import { type FileAnswer, type HandlerInput, implement, type Route } from '#platform/server/http/implement.ts';
import { BLANK_AGENT } from '#traffic/collector/server/read-value.ts';
import { Asker } from '#traffic/collector/server/verdict/asker.ts';
import { type Counted, keep, takeBack, windowStart } from './cap.ts';
import { mediaAnswer } from './creative-files.ts';
import { blockedFor, type Decision, isInvalid, isUnsafe, PASSED } from './decide.ts';
import { type HeldTracker, heldPackages, heldPublishers, heldTrackers } from './held-trackers.ts';
import { personOf, type Sealed, seal, unseal } from './key.ts';
import { PromiseQueue } from './promise-queue.ts';
import { adOf, isOn } from './tag-answer.ts';
import { playerPage } from './tag-player.ts';
import { emptyVast, type VastVersion } from './vast-xml.ts';
import { videoEvent } from './video-event.ts';
import type { PlayerParts } from './video-parts.ts';
import { given, type Viewer, viewerOf } from './viewer.ts';

type TagInput = HandlerInput<typeof videoEndpoints.tag>;
type EventInput = HandlerInput<typeof videoEndpoints.event>;

/** How long a tracking address is good for. */
/** No key of ours is longer: what is longer is not looked for, nor kept in mind. */
const LONGEST_KEY = 40;
const SEALED_MS = 24 * 3_600_000;
/** Read by pages of any site. */
const OPEN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** Error codes of VAST have three digits; some players have words of their own. */
const ERROR_CODE = /^\d{1,5}$/;

/** What players ask and report. */
export function playerRoutes(parts: PlayerParts): Route[] {
  const trackers = heldTrackers(parts.database);
  const packages = heldPackages(parts.database);
  const publishers = heldPublishers(parts);
  const memory: Memory = { asker: new Asker(parts), promises: new PromiseQueue(parts.database) };
  return implement({ tag: videoEndpoints.tag, event: videoEndpoints.event })({
    tag: async (input) => {
      const version = given(input.query.v).startsWith('3') ? '3.0' : '4.2';
      const { key } = input.params;
      const held = key.length > LONGEST_KEY ? null : await trackers.get(key);
      // Of no tracker as well: a player goes on with what it has, and could do nothing about it.
      if (!held || !isOn(held, parts.now()))
        return xml(input.request, emptyVast(version), held ? undefined : 'tracker');
      const publisher = await publisherOf(publishers, held, given(input.query.pub));
      return xml(input.request, await answer(parts, memory, { held, publisher }, input, version));
    },
    event: async ({ query, request }) => {
      const said = query.t ? unseal(parts.videoKey, query.t, parts.now()) : null;
      const event = VIDEO_EVENTS.find((name) => name === query.e);
      const packageName = said && (await packages.get(said.packageId));
      if (!said || !event || !packageName) return gif(request, said ? 'unknown_event' : 'token');
      try {
        await report(parts, { said, event, packageName }, query, request);
        return gif(request);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return gif(request, error.code, error.status);
      }
    },
  });
}

export const mediaRoutes = ({ files, videoKey, now }: PlayerParts): Route[] =>
  implement({ media: videoEndpoints.media, player: videoEndpoints.player })({
    player: async ({ query }) => playerPage(videoKey, query, now()),
    media: ({ params, request }) => mediaAnswer(files, params.file, request.headers['range'], OPEN),
  });

/** What is shared by all who ask this process. */
interface Memory {
  asker: Asker;
  promises: PromiseQueue;
}

interface NamedTracker {
  held: HeldTracker;
  /** Whose tag it is; empty for nobody known. */
  publisher: string;
}

/**
 * Anybody may write a name into a tag: one counts that the tracker lists or that stands in the register of publishers.
 * With any other the ad is answered all the same, and the request is that of an unknown publisher.
 */
async function publisherOf(
  registered: ReturnType<typeof heldPublishers>,
  { tracker: { publishers, packageName } }: HeldTracker,
  said: string,
): Promise<string> {
  const [only = ''] = publishers.length === 1 ? publishers : [];
  if (said === '' || publishers.includes(said)) return said || only;
  return (await registered.get(packageName))?.has(said) ? said : '';
}

/** Decides, stores what was decided, and answers: nothing is said that is not on the disk. */
async function answer(
  parts: PlayerParts,
  memory: Memory,
  named: NamedTracker,
  input: TagInput,
  version: VastVersion,
): Promise<string> {
  const { held } = named;
  const { tracker, packageId } = held;
  const at = parts.now();
  const requestId = randomUUID();
  const viewer = viewerOf(input, tracker);
  const fields = fieldsOf(named, input.query, viewer);
  const counted = countedOf(parts, held, viewer, at);
  const decision = await decide(parts, memory, { held, viewer, fields, counted, requestId, at });
  const event = videoEvent(
    { id: requestId, at, kind: 'vast_request', fields: { ...fields, click_id: requestId } },
    decision,
  );
  try {
    const { packageName } = tracker;
    await parts.intakeLog.append({ keyId: null, packageId, packageName, receivedAt: at, events: [event], dead: [] });
  } catch (error) {
    if (decision.handling === 'passed') await takeBack(parts.database, counted, requestId);
    throw error;
  }
  if (decision.handling === 'blocked') return emptyVast(version);
  const sealed: Sealed = {
    requestId,
    packageId,
    until: at.getTime() + SEALED_MS,
    campaign: tracker.campaign,
    publisher: fields.publisher,
    brand: tracker.brand,
    placement: fields.placement.slice(0, 200),
    creative: fields.creative,
    pageId: fields.page_id.slice(0, 200),
    domain: fields.declared_domain.slice(0, 200),
    deviceId: viewer.deviceId.slice(0, 200),
    seconds: fields.video_seconds,
    person: counted.person.toString('base64url'),
    windowStart: counted.windowStart,
  };
  return adOf(parts.publicUrl(), held, seal(parts.videoKey, sealed), requestId, version);
}

/** What the request says, by columns of events. */
function fieldsOf({ held: { tracker, creative }, publisher }: NamedTracker, query: TagInput['query'], viewer: Viewer) {
  const isInline = tracker.mode === 'inline';
  return {
    campaign: tracker.campaign,
    publisher,
    brand: tracker.brand,
    placement: given(query.plc),
    creative: isInline && creative ? creative.name : tracker.name,
    page_id: given(query.vid),
    content_category: given(query.cat),
    declared_domain: viewer.domain || viewer.app,
    url: viewer.url,
    server_side: given(query.ss),
    device_id: viewer.deviceId,
    ip: viewer.ip,
    user_agent: viewer.userAgent || BLANK_AGENT,
    video_seconds: isInline && creative?.milliseconds ? Math.round(creative.milliseconds / 1000) : null,
  };
}

/** A device id is the same person for as long as it lives; address and agent are one for a day. */
function countedOf({ videoKey }: PlayerParts, { tracker }: HeldTracker, viewer: Viewer, at: Date): Counted {
  const { packageName, campaign, capWindow } = tracker;
  const parts =
    viewer.deviceId === ''
      ? ['viewer', viewer.ip, viewer.userAgent, at.toISOString().slice(0, 10)]
      : ['device', viewer.deviceId];
  return { packageName, campaign, person: personOf(videoKey, parts), windowStart: windowStart(capWindow, at) };
}

interface Asked {
  held: HeldTracker;
  viewer: Viewer;
  fields: ReturnType<typeof fieldsOf>;
  counted: Counted;
  requestId: string;
  at: Date;
}

/** One reason for each request, in this order (VAST-GAP-03): unsafe, invalid, shown often enough. */
async function decide(parts: PlayerParts, { asker, promises }: Memory, asked: Asked): Promise<Decision> {
  const { held, viewer, fields, counted, requestId, at } = asked;
  const { tracker } = held;
  if (isUnsafe({ ...viewer, category: fields.content_category }, tracker)) return blockedFor('brand_unsafe_placement');
  const event = videoEvent({ id: requestId, at, kind: 'vast_request', fields });
  // Rules that cannot be asked at the moment refuse nobody.
  const verdict = await asker.ask(tracker.packageName, 'vast_request', event).catch(() => null);
  const country = parts.imports.enricher.address(viewer.ip).ip_country;
  if (isInvalid(verdict, country, tracker.countries)) return blockedFor('invalid_ivt_request');
  const allowed = await promises.ask({ counted, limit: tracker.capLimit, requestId, at });
  return allowed ? PASSED : blockedFor('f_cap_threshold_breached');
}

interface Reported {
  said: Sealed;
  event: VideoEvent;
  packageName: string;
}

/** Once for each event of a request, however often a player says it. */
async function report(
  parts: PlayerParts,
  { said, event, packageName }: Reported,
  query: EventInput['query'],
  request: EventInput['request'],
): Promise<void> {
  const at = parts.now();
  const { campaign, publisher, brand, placement, creative, requestId, packageId } = said;
  const code = event === 'error' && ERROR_CODE.test(given(query.c)) ? given(query.c) : '';
  const agent = request.headers['user-agent'];
  const fields = {
    campaign,
    publisher,
    brand,
    placement,
    creative,
    page_id: said.pageId,
    declared_domain: said.domain,
    device_id: said.deviceId,
    video_seconds: said.seconds,
    click_id: requestId,
    event_name: event,
    // Where there is an error the keyword is its code: nothing else of it has a column.
    keyword: code,
    ip: request.ip,
    user_agent: (Array.isArray(agent) ? agent[0] : agent) || BLANK_AGENT,
  };
  const row = videoEvent({ id: `${requestId}:${event}`, at, kind: 'vast_tracking', fields });
  const stored = await parts.intakeLog.append({
    keyId: null,
    packageId,
    packageName,
    receivedAt: at,
    events: [row],
    dead: [],
  });
  if (event !== 'impression' || stored.accepted === 0) return;
  const person = Buffer.from(said.person, 'base64url');
  await keep(parts.database, { packageName, campaign, person, windowStart: said.windowStart }, requestId);
}

type Asking = Pick<TagInput['request'], 'headers'>;

/**
 * Players fetch with credentials, and a browser gives them the answer only where it names their page and allows that (IMA
 * SDK, "Configure CORS for VAST servers"). No cookie of ours counts here: nothing is told that others are not.
 */
const openTo = ({ headers: { origin } }: Asking): Record<string, string> =>
  typeof origin === 'string'
    ? { ...OPEN, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    : OPEN;

const xml = (request: Asking, body: string, fault?: string): FileAnswer => ({
  fileName: 'vast.xml',
  mediaType: 'application/xml; charset=utf-8',
  stream: body,
  headers: { ...openTo(request), 'content-disposition': 'inline', ...(fault ? { 'x-adsieve-error': fault } : {}) },
});

const gif = (request: Asking, fault?: string, status = 200): FileAnswer => ({
  fileName: 'e.gif',
  mediaType: 'image/gif',
  stream: DOT,
  status,
  headers: { ...openTo(request), ...(fault ? { 'x-adsieve-error': fault } : {}) },
});
