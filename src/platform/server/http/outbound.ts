import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { type Agent, request } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;
/** Whoever takes a webhook may do something before the answer. */
const HOOK_TIMEOUT_MS = 15_000;
/** A list of 64 MB over a slow line. */
const FILE_TIMEOUT_MS = 60_000;

export interface OutboundAnswer {
  status: number;
  body: string;
  /** Where a redirect leads, as it was said. */
  location?: string;
  /** Of whoever answered; it was in order, or there would be no answer. */
  certificate?: { issuer: string; until: Date };
}

/** The only way out of this server. Everything an operator or a stranger can make us call goes through it. */
export interface Outbound {
  /** Rejects with an OutboundRefused for what is not allowed, and with the socket's error for what did not work. */
  postForm(url: string, fields: Readonly<Record<string, string>>): Promise<OutboundAnswer>;
  /** The same for JSON with headers of one's own, for a webhook; a kind of JSON may have its own type. */
  postJson(
    url: string,
    body: string,
    headers?: Readonly<Record<string, string>>,
    timeoutMs?: number,
  ): Promise<OutboundAnswer>;
  /** Calls an address for what stands in it, without a body: a postback. */
  ping(method: 'GET' | 'POST', url: string, headers: Readonly<Record<string, string>>): Promise<OutboundAnswer>;
  /** Rejects with an OutboundRefused for an address that may not be called; whether anybody answers there is not asked. */
  check(url: string): Promise<void>;
  /** The same for a file to read, of at most so many bytes; within a minute unless said. */
  getText(url: string, maxBytes: number, timeoutMs?: number): Promise<OutboundAnswer>;
}

export class OutboundRefused extends Error {}
export class AnswerTooLong extends OutboundRefused {}

export interface OutboundOptions {
  /** Tests: where names point to. The answer is checked like any other. */
  lookup?: typeof systemLookup;
  /** Tests: a stand-in's sockets. */
  agent?: Agent;
  timeoutMs?: number;
}

/**
 * HTTPS on port 443 to public addresses. Addresses are checked when the socket is opened, on every address of the name,
 * so a name that changes its mind between check and call gains nothing. Redirects are answers, never followed.
 */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const lookup = publicOnly(options.lookup ?? systemLookup);
  const call = async (text: string, { body, headers, method, maxBytes, timeoutMs }: Call): Promise<OutboundAnswer> => {
    const url = allowedUrl(text);
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
      const sent = request(url, { method, headers, lookup, agent: options.agent ?? false, signal }, (answer) => {
        const parts: Buffer[] = [];
        const certificate = certificateOf(answer.socket);
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > maxBytes) answer.destroy(new AnswerTooLong(`The answer is longer than ${maxBytes} bytes`));
          else parts.push(part);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const { location } = answer.headers;
          const body = Buffer.concat(parts).toString('utf8');
          resolve({
            status: answer.statusCode ?? 0,
            body,
            ...(location === undefined ? {} : { location }),
            ...(certificate && { certificate }),
          });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  };
  return {
    postForm(text, fields) {
      const body = new URLSearchParams(fields).toString();
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
      };
      return call(text, { method: 'POST', body, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
    },
    postJson: (text, body, own = {}, timeoutMs = HOOK_TIMEOUT_MS) => {
      const headers = {
        'content-type': 'application/json',
        ...own,
        'content-length': Buffer.byteLength(body),
        accept: '*/*',
      };
      return call(text, { method: 'POST', body, headers, maxBytes: MAX_BYTES, timeoutMs });
    },
    ping: (method, text, own) => {
      const headers = { ...own, ...(method === 'POST' ? { 'content-length': 0 } : {}), accept: '*/*' };
      return call(text, { method, headers, maxBytes: MAX_BYTES, timeoutMs: HOOK_TIMEOUT_MS });
    },
    async check(text) {
      const { hostname } = allowedUrl(text);
      await new Promise<void>((resolve, reject) => {
        lookup(hostname, { all: true }, (error) => {
          // A name nobody knows now may be known when it is called, and is looked at again then.
          if (error instanceof OutboundRefused) reject(error);
          else resolve();
        });
      });
    },
    getText: (text, maxBytes, timeoutMs = FILE_TIMEOUT_MS) =>
      call(text, { method: 'GET', headers: { accept: 'text/plain, */*' }, maxBytes, timeoutMs }),
  };
}

/** Asked while the socket is open. */
function certificateOf(socket: Socket): OutboundAnswer['certificate'] {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { issuer, valid_to } = socket.getPeerCertificate();
  if (!issuer || !valid_to) return undefined;
  return { issuer: [issuer.O ?? issuer.CN ?? ''].flat().join(', '), until: new Date(valid_to) };
}

interface Call {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string | number>>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
}

/** Names only: an address in a URL would not pass through the look-up where addresses are checked. */
function allowedUrl(text: string): URL {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '' || isIP(host) !== 0)
    throw new OutboundRefused(`Only https://name/ may be called, not ${url.origin}`);
  return url;
}

function publicOnly(lookup: typeof systemLookup): LookupFunction {
  return (host, { family, hints, all }: LookupOptions, done) => {
    const wanted = { all: true as const, ...(family ? { family } : {}), ...(hints ? { hints } : {}) };
    lookup(host, wanted, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
      if (error) done(error, '', 0);
      else if (hidden || !first) done(new OutboundRefused(`${host} points to ${hidden?.address ?? 'nothing'}`), '', 0);
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * Global unicast only: no private, loopback, link-local, carrier, multicast, documentation, and no IPv4 in disguise.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  return ipaddr.process(text).range() === 'unicast';
}
