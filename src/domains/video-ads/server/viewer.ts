import ipaddr from 'ipaddr.js';
import type { videoEndpoints } from '#domains/video-ads/contract/public-endpoints.ts';
import type { HandlerInput } from '#platform/server/http/implement.ts';
import type { TrackerRow } from './held-trackers.ts';

type Input = HandlerInput<typeof videoEndpoints.tag>;

/** What a player says when it does not know (VAST 4.2, 6: -1 unknown, -2 withheld), or did not fill in at all. */
const NOTHING = /^(|-1|-2|null|undefined|unknown|\[[A-Z0-9_]*\]|%5B[A-Z0-9_]*%5D)$/i;
const NO_ID = /^[0-]*$/;

export const given = (text: string | undefined): string => {
  const said = (text ?? '').trim();
  return NOTHING.test(said) ? '' : said;
};

/** Whose player it is. */
export interface Viewer {
  ip: string;
  userAgent: string;
  deviceId: string;
  /** Site or app the ad is said to stand in. */
  domain: string;
  app: string;
  url: string;
}

/**
 * A server that stitches ads into a stream asks in the place of a player, and says whose: it is believed only where the
 * tracker names its address. Who limits tracking has no device id here.
 */
export function viewerOf({ query, request }: Pick<Input, 'query' | 'request'>, tracker: TrackerRow): Viewer {
  const stitches = isOneOf(request.ip, tracker.ssaiAddresses);
  const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';
  const ip = stitches ? given(one(request.headers['x-device-ip'])) || given(query.ip) : '';
  const agent = stitches ? given(one(request.headers['x-device-user-agent'])) || given(query.ua) : '';
  const ifa = given(query.ifa);
  return {
    // Whether nothing is an address is the dearest question one can ask of the library: it throws inside.
    ip: ip !== '' && ipaddr.isValid(ip) ? ip : request.ip,
    userAgent: agent || one(request.headers['user-agent']),
    deviceId: given(query.lmt) === '1' || NO_ID.test(ifa) ? '' : ifa,
    domain: hostOf(given(query.dom)) || hostOf(given(query.url)),
    app: given(query.app).toLowerCase(),
    url: given(query.url),
  };
}

/** The host of an address, or of what is a host already. */
export function hostOf(text: string): string {
  const [first = ''] = text.split(',');
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(first) ? first : `https://${first}`;
  return first !== '' && URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
}

export function isOneOf(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((text) => {
    const network = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
    if (!ipaddr.isValidCIDR(network)) return false;
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}
