import type { FastifyHelmetOptions } from '@fastify/helmet';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Headers of every answer. `outside` are the origins whose script and frame the sign-in page may load (Turnstile);
 * `https` says that people reach this server by TLS, so that browsers never try without again.
 */
export const securityHeaders = (outside: readonly string[], https: boolean): FastifyHelmetOptions => ({
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
      ...(outside.length > 0 ? { frameSrc: [...outside] } : {}),
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
