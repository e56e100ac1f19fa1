import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { linkPage, STYLE_POLICY } from './link-page-style.ts';

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

/** Tries it takes on average: 2^15, some 50 ms on a laptop and less than a second on a slow phone. */
const ZERO_BITS = 15;
const WORD_BITS = 32;

/** What is worked upon is the signature of the token, so nothing can be worked out ahead. */
const puzzleOf = (token: string): string => `${token.split('.')[1] ?? ''}.`;

/** Whether this number makes the hash of the puzzle begin with enough zeros: finding it takes work, looking takes one hash. */
export const isAnswer = (token: string, given: string): boolean =>
  /^\d{1,10}$/.test(given) &&
  createHash('sha256')
    .update(puzzleOf(token) + given)
    .digest()
    .readUInt32BE() >>>
    (WORD_BITS - ZERO_BITS) ===
    0;

/**
 * The same work in the page; SHA-256 is written out, for browsers have theirs only where the address is https. A browser
 * that says it is driven by a program, or that shows no page, does not go on by itself: its person may, and the click
 * stays challenged. The hash of the script is in the policy of the page, so it is the same text for everybody.
 */
const SCRIPT = `(function(){var D=document.documentElement,t=D.getAttribute('data-token'),p=t.split('.')[1]+'.',K=[],H=[],i=0,n=2,q;
function $(x){return document.getElementById(x)}
function part(x){return (x-Math.floor(x))*4294967296|0}
for(;i<64;n++){for(q=2;q*q<=n&&n%q;q++);if(q*q>n){if(i<8)H[i]=part(Math.sqrt(n));K[i++]=part(Math.pow(n,1/3))}}
function r(x,k){return x>>>k|x<<32-k}
function first(s){var w=[],l=s.length,i,a=H[0],b=H[1],c=H[2],d=H[3],e=H[4],f=H[5],g=H[6],h=H[7],x,y;
for(i=0;i<16;i++)w[i]=0;
for(i=0;i<l;i++)w[i>>2]|=s.charCodeAt(i)<<24-i%4*8;
w[l>>2]|=128<<24-l%4*8;w[15]=l*8;
for(i=0;i<64;i++){if(i>15){x=w[i-15];y=w[i-2];w[i]=w[i-16]+w[i-7]+(r(x,7)^r(x,18)^x>>>3)+(r(y,17)^r(y,19)^y>>>10)|0}
x=h+(r(e,6)^r(e,11)^r(e,25))+(e&f^~e&g)+K[i]+w[i]|0;y=(r(a,2)^r(a,13)^r(a,22))+(a&b^a&c^b&c)|0;
h=g;g=f;f=e;e=d+x|0;d=c;c=b;b=a;a=x+y|0}
return a+H[0]>>>0}
function work(m,more){for(var k=m+4000;m<k;m++)if(!(first(p+m)>>>${WORD_BITS - ZERO_BITS}))return location.replace(D.getAttribute('data-to')+'?t='+encodeURIComponent(t)+'&a='+m+more);
setTimeout(function(){work(m,more)},0)}
function go(more){$('stopped').hidden=true;$('wait').hidden=false;work(0,more)}
if(navigator.webdriver||!window.innerWidth&&!document.hidden){$('stopped').hidden=false;$('on').onclick=function(){go('&d=1')}}
else go('');})();`;

export const SCRIPT_POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; ${STYLE_POLICY}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What the page says, in the language of whoever sees it; as HTML. */
export interface ChallengeWords {
  wait: string;
  needsScript: string;
  tryAgain: string;
  stopped: string;
  goOn: string;
}

/** An empty `href` is the link that was followed: with scripts on, it is followed anew. */
export const challengePage = (to: string, token: string, words: ChallengeWords, locale: string): string =>
  linkPage({
    locale,
    title: words.wait,
    root: ` data-to="${to}" data-token="${token}"`,
    body: `<main><noscript><p>${words.needsScript}</p><p><a href="">${words.tryAgain}</a></p></noscript><p id="wait" role="status" hidden>${words.wait}</p><div id="stopped" hidden><p>${words.stopped}</p><p><button id="on" type="button">${words.goOn}</button></p></div></main><script>${SCRIPT}</script>`,
  });
