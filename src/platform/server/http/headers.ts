import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Headers of every answer. `outside` are the origins whose script and frame the sign-in page may load (Turnstile). */
export const securityHeaders = (outside: readonly string[]): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...outside],
      // No style tag and no style attribute in markup: what is computed is set through the object model, which is allowed.
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
  // Self-hosted installations answer plain HTTP on a laptop; TLS ends at their proxy, which sets HSTS.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
  // For browsers that do not know frame-ancestors.
  xFrameOptions: { action: 'deny' },
});
