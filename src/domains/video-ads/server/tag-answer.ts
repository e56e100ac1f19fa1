import { randomUUID } from 'node:crypto';
import type { HeldTracker } from './held-trackers.ts';
import { type Ad, inlineVast, type VastVersion, wrapperVast } from './vast-xml.ts';

/** Days are those of UTC, as events are stored. */
export function isOn({ tracker, creative }: HeldTracker, now: Date): boolean {
  const day = now.toISOString().slice(0, 10);
  const { status, startsOn, endsOn, mode } = tracker;
  const hasAd = mode === 'wrapper' || (creative !== null && creative.renditions.length > 0);
  return status === 'active' && (!startsOn || day >= startsOn) && (!endsOn || day <= endsOn) && hasAd;
}

/** Stand in an ad for the token and the number of a request, which need no escaping: nobody else can know them. */
const TOKEN = randomUUID();
const REQUEST = randomUUID();
const PLACES = new RegExp(`${TOKEN}|${REQUEST}`, 'g');

/** Ads with places left open, for as long as their trackers are held: writing one takes a quarter of an answer. */
const written = new WeakMap<HeldTracker, Map<string, string>>();

/** The ad of a tracker. `base` is where players reach us, `token` seals what they report of this request. */
export function adOf(base: string, held: HeldTracker, token: string, requestId: string, version: VastVersion): string {
  const own = written.get(held) ?? new Map<string, string>();
  written.set(held, own);
  const name = `${version} ${base}`;
  const ad = own.get(name) ?? openAd(base, held, version);
  own.set(name, ad);
  return ad.replace(PLACES, (place) => (place === TOKEN ? token : requestId));
}

function openAd(base: string, held: HeldTracker, version: VastVersion): string {
  const [token, requestId] = [TOKEN, REQUEST];
  const ad: Ad = {
    ...held,
    requestId,
    eventUrl: (event) =>
      event === 'error'
        ? `${base}/v/e?c=[ERRORCODE]&e=error&t=${token}`
        : `${base}/v/e?ph=[ADPLAYHEAD]&e=${event}&t=${token}`,
    mediaUrl: (file) => `${base}/v/m/${file}`,
  };
  const { creative } = held;
  return held.tracker.mode === 'inline' && creative
    ? inlineVast(version, { ...ad, creative })
    : wrapperVast(version, ad);
}
