import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Headers of every answer. `outside` are the origins whose script and frame the sign-in page may load (Turnstile),
 * `framed` those of reports in a frame; `https` says that people reach this server by TLS, so that browsers never try without again.
 */
export const securityHeaders = (
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
