import type { PLACE_KINDS, PLACE_PLATFORMS } from '#domains/brand-relevancy/contract/terms.ts';

/** A video or a channel, as its platform calls it. */
export interface Place {
  platform: (typeof PLACE_PLATFORMS)[number];
  kind: (typeof PLACE_KINDS)[number];
  item: string;
}

const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const HANDLE = /^@[\p{L}\p{N}._·-]{3,60}$/u;
const NAME = /^[\p{L}\p{N}._-]{1,100}$/u;

/** Null for an address that is neither a video nor a channel of a platform we know. */
export function placeOf(text: string): Place | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const host = url.hostname.toLowerCase().replace(/^(www|m|music)\./, '');
  const parts = pathOf(url);
  if (parts === null) return null;
  if (host === 'youtu.be') return video('youtube', parts[0], VIDEO_ID);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') return ofYoutube(url, parts);
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return video('vimeo', parts.at(-1), /^\d{5,12}$/);
  if (host === 'dailymotion.com' && parts[0] === 'video') return video('dailymotion', parts[1], /^[a-z0-9]{5,12}$/i);
  return null;
}

/** Null where it is no text: broken percent signs. */
function pathOf({ pathname }: URL): string[] | null {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function ofYoutube(url: URL, [first = '', second]: readonly string[]): Place | null {
  if (first === 'watch') return video('youtube', url.searchParams.get('v') ?? undefined, VIDEO_ID);
  if (['shorts', 'embed', 'live', 'v'].includes(first)) return video('youtube', second, VIDEO_ID);
  if (HANDLE.test(first)) return { platform: 'youtube', kind: 'channel', item: first.toLowerCase() };
  if (first === 'channel' && CHANNEL_ID.test(second ?? ''))
    return { platform: 'youtube', kind: 'channel', item: second ?? '' };
  if ((first === 'c' || first === 'user') && NAME.test(second ?? ''))
    return { platform: 'youtube', kind: 'channel', item: `${first}/${second?.toLowerCase()}` };
  return null;
}

const video = (platform: Place['platform'], item: string | undefined, form: RegExp): Place | null =>
  item !== undefined && form.test(item) ? { platform, kind: 'video', item } : null;
