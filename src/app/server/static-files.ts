import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { appError } from '#platform/server/http/app-error.ts';

/** Hashed names never change; everything else is asked for again. */
const IMMUTABLE = /^\/assets\//;

/** The built browser half: files as they are (compressed at build time), every other path is the single page. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`The browser half is not built: ${folder} has no index.html. Run npm run build.`);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (request, reply) => {
      const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
      if (path.startsWith('/api/')) throw appError('not_found');
      if (path !== '/' && /\.[a-z0-9]+$/i.test(path) && existsSync(join(folder, path))) {
        return reply
          .header('cache-control', IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
          .sendFile(path.slice(1));
      }
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    },
  });
}
