import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** For a person it takes a second; a slow phone gets time. */
export const CHALLENGE_MS = 120_000;
const MAC_BYTES = 18;

/** What the token vouches for: which click, and where it goes then. */
export interface ChallengeToken {
  id: string;
  campaign: string;
  landing: string;
  until: number;
}

const macOf = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(`challenge\n${text}`).digest().subarray(0, MAC_BYTES);

export function signToken(key: Buffer, token: ChallengeToken): string {
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${text}.${macOf(key, text).toString('base64url')}`;
}

/** Null for one that is not ours, or whose time is over. */
export function readToken(key: Buffer, given: string, at: Date): ChallengeToken | null {
  const [text = '', mac = ''] = given.split('.');
  const said = Buffer.from(mac, 'base64url');
  const own = macOf(key, text);
  if (said.length !== own.length || !timingSafeEqual(said, own)) return null;
  const token: ChallengeToken = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  return at.getTime() <= token.until ? token : null;
}

/** What a browser works out of a token: a number that a program which runs no script does not send. */
export function answerTo(token: string): string {
  let sum = 7;
  for (let place = 0; place < token.length; place++) sum = (Math.imul(sum, 31) + token.charCodeAt(place)) >>> 0;
  return sum.toString(36);
}

/**
 * The same in the page. A browser that says it is driven by a program, or that shows no page at all, sends nothing. Its
 * hash is in the policy of the page, so it is the same text for everybody.
 */
const SCRIPT = `(function(){var d=document.documentElement,t=d.getAttribute('data-token'),s=7,i;
if(navigator.webdriver||!window.innerWidth&&!document.hidden)return;
for(i=0;i<t.length;i++)s=(Math.imul(s,31)+t.charCodeAt(i))>>>0;
location.replace(d.getAttribute('data-to')+'?t='+encodeURIComponent(t)+'&a='+s.toString(36));})();`;

export const SCRIPT_POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const challengePage = (to: string, token: string, words: string, locale: string): string =>
  `<!doctype html><html lang="${locale}" data-to="${to}" data-token="${token}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>…</title></head><body><noscript>${words}</noscript><script>${SCRIPT}</script></body></html>`;
