import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from './implement.ts';

/** Adds routes, those that take a file in a part of their own where every body is a stream. */
export function addByBody(
  to: FastifyInstance,
  routes: readonly Route[],
  add: (to: FastifyInstance, route: Route) => void,
): void {
  for (const route of routes.filter(({ endpoint }) => !endpoint.upload)) add(to, route);
  to.register(async (uploads) => {
    takeBodiesAsStreams(uploads);
    for (const route of routes.filter(({ endpoint }) => endpoint.upload)) add(uploads, route);
  });
}

/** An upload is a stream whatever its media type says: a JSON file is a file. */
function takeBodiesAsStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable, done: TakeBody) => done(null, payload));
}

type TakeBody = (error: Error | null, body?: Readable) => void;
