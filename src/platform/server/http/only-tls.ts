import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse.ts';

/**
 * Where people come by TLS, a proxy that also lets plain HTTP through is a mistake (ASVS 12.2.1, 4.1.2): a page is sent
 * to its `https` address, a call is refused, so that no program goes on sending its token in the clear.
 */
export function refusePlainHttp(app: FastifyInstance, address: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (lastWord(request.headers['x-forwarded-proto']) !== 'http') return;
    if (request.method !== 'GET' || /^\/+api(\/|$)/i.test(request.url))
      throw refuse('come_by', { address }, { as: 'forbidden' });
    return reply.redirect(`${address}${request.url}`, 308);
  });
}

/** What the proxy in front of us says; words before its own are the caller's. */
const lastWord = (header: string | string[] | undefined): string | undefined =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .toLowerCase();
