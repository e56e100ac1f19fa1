import type { FileAnswer } from '#platform/server/http/implement.ts';
import { isMacOf, macText } from './key.ts';

const MINUTES = 30;
/** Nothing but the one video, in a frame of ours: screens load nothing from elsewhere, and this page knows nobody. */
const POLICY = "default-src 'none';media-src 'self' https:;frame-ancestors 'self';base-uri 'none';form-action 'none'";

const sealedText = (url: string, until: string): string => `play\n${until}\n${url}`;

/** Address of a page that plays this video, for as long as somebody looks at what was found. */
export function playerAddress(secret: Buffer, url: string, now: Date): string {
  const until = String(now.getTime() + MINUTES * 60_000);
  return `/v/p?${new URLSearchParams({ u: url, until, k: macText(secret, sealedText(url, until)) })}`;
}

/** Only what a tag that was tested here has named is played: this is no player for others. */
export function playerPage(secret: Buffer, { u = '', until = '', k = '' }: Asked, now: Date): FileAnswer {
  const isOurs = isMacOf(secret, sealedText(u, until), k) && Number(until) >= now.getTime();
  const page = isOurs ? `<video controls playsinline preload="metadata" width="100%" src="${escaped(u)}"></video>` : '';
  return {
    fileName: 'player.html',
    mediaType: 'text/html; charset=utf-8',
    stream: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Player</title></head><body>${page}</body></html>`,
    status: isOurs ? 200 : 404,
    headers: {
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'x-frame-options': 'SAMEORIGIN',
    },
  };
}

interface Asked {
  u?: string | undefined;
  until?: string | undefined;
  k?: string | undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
