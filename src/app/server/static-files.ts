import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { EMBED_PATH } from '#analytics/contract/embedded.ts';
import { DEVICE_FRAME_PATH } from '#domains/account-tools/contract/frames.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { allowOwnFrame } from '#platform/server/http/headers.ts';

/** Hashed names never change; everything else is asked for again. */
const IMMUTABLE = /^\/assets\//;
/** What a page asks for and a person does not type: a missing one must not be answered with a page. */
const ASSET =
  /^\/assets\/|\.(js|mjs|css|map|json|svg|png|jpg|webp|ico|gif|woff2?|ttf|wasm|txt|xml|webmanifest|gz|br|env|php)$/i;
/** Pages of ours that stand in frames of ours. */
const OWN_FRAMES: ReadonlySet<string> = new Set([EMBED_PATH, DEVICE_FRAME_PATH]);
/** Made by the build beside each file; chosen by what the browser accepts, never asked for by name. */
const COMPRESSED = /\.(br|gz)$/;

/** The built browser half: files as they are (compressed at build time), every other path is the single page. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`The browser half is not built: ${folder} has no index.html. Run npm run build.`);
  // Listed once: what is asked for is looked up in the list, so no path from outside ever reaches the file system.
  const files = filesIn(folder);
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  app.route({
    method: 'GET',
    url: '/*',
    config: { access: 'public' },
    schema: { hide: true },
    handler: (request, reply) => {
      const path = pathOf(request.url);
      if (/^\/+api(\/|$)/i.test(path)) throw appError('not_found');
      if (files.has(path))
        return reply
          .header('vary', 'accept-encoding')
          .header('cache-control', IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
          .sendFile(path.slice(1));
      if (ASSET.test(path)) throw appError('not_found');
      if (OWN_FRAMES.has(path)) allowOwnFrame(reply);
      return reply.header('vary', 'accept-encoding').header('cache-control', 'no-cache').sendFile('index.html');
    },
  });
}

/** Paths as a browser asks for them: `/assets/index-3f2a.js`. */
const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );

function pathOf(url: string): string {
  const [path = '/'] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    throw appError('malformed');
  }
}
