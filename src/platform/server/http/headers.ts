import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyReply } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/** Of an answer itself, not of who is careful. */
const OWN = new Set(['content-type', 'content-length', 'date', 'connection']);

/**
 * Headers of every answer, by name. Helmet says the same to all of them, so it is asked once: to ask it each time is a
 * tenth of the work of a live event.
 */
export async function headersOfAll(
  ...[outside, framed, https]: Parameters<typeof securityHeaders>
): Promise<Readonly<Record<string, string>>> {
  const once = Fastify();
  await once.register(helmet, securityHeaders(outside, framed, https));
  once.get('/', async () => '');
  const { headers } = await once.inject('/');
  await once.close();
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (OWN.has(name) ? [] : [[name, String(value)]])),
  );
}

/**
 * `outside` are the origins whose script and frame the sign-in page may load (Turnstile),
 * `framed` those of reports in a frame; `https` says that people reach this server by TLS, so that browsers never try without again.
 */
const securityHeaders = (
  outside: readonly string[],
  framed: readonly string[],
  https: boolean,
): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...outside],
      // No style tag and no style attribute in markup: what is computed is set through the object model, which is
      // allowed.
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // Videos of own creatives, and what somebody has chosen and not sent yet.
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      frameSrc: ["'self'", ...outside, ...framed],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
    },
  },
  // A laptop is served by plain HTTP; elsewhere TLS ends at a proxy, and ADSIEVE_URL says so.
  strictTransportSecurity: https ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'no-referrer' },
  // For browsers that do not know frame-ancestors.
  xFrameOptions: { action: 'deny' },
});

/** What may stand in a frame, of our own pages only: both headers of `securityHeaders` say so for it. */
export function allowOwnFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  reply.header('x-frame-options', 'SAMEORIGIN');
}
