import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EndpointShape } from '#platform/contract/endpoint.ts';

/** Browsers ask again after this; no browser keeps an answer longer. */
const PREFLIGHT_SECONDS = 7200;
/** What a page may send beside the usual headers. */
const HEADERS = 'content-type, content-encoding, authorization, x-write-key';

/**
 * The question a browser asks before a page of another site sends what a form could not. It brings no key, so every page
 * is told that it may ask; whether it may send is decided by what it sends.
 */
export function answerPreflights(app: FastifyInstance, { method, path }: EndpointShape): void {
  app.route({
    method: 'OPTIONS',
    url: path,
    schema: { hide: true },
    config: { access: 'public' },
    handler: async ({ headers: { origin } }, reply) => {
      varies(reply);
      if (origin !== undefined)
        reply
          .header('access-control-allow-origin', origin)
          .header('access-control-allow-methods', method)
          .header('access-control-allow-headers', HEADERS)
          .header('access-control-max-age', String(PREFLIGHT_SECONDS));
      return reply.code(204).send();
    },
  });
}

/** On every answer, readable or not: one page's must not be kept for another, and what is blind may at least be sent. */
export const varies = (reply: FastifyReply): void => {
  reply.header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
};

/** A page of this origin may read the answer. Never with credentials: no cookie of ours counts where this is called. */
export const readableBy = (reply: FastifyReply, origin: string): void => {
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'retry-after');
};
