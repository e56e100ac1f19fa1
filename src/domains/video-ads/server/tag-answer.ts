import type { HeldTracker } from './held-trackers.ts';
import { type Ad, inlineVast, type VastVersion, wrapperVast } from './vast-xml.ts';

/** Days are those of UTC, as events are stored. */
export function isOn({ tracker, creative }: HeldTracker, now: Date): boolean {
  const day = now.toISOString().slice(0, 10);
  const { status, startsOn, endsOn, mode } = tracker;
  const hasAd = mode === 'wrapper' || (creative !== null && creative.renditions.length > 0);
  return status === 'active' && (!startsOn || day >= startsOn) && (!endsOn || day <= endsOn) && hasAd;
}

/** The ad of a tracker. `base` is where players reach us, `token` seals what they report of this request. */
export function adOf(base: string, held: HeldTracker, token: string, requestId: string, version: VastVersion): string {
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
