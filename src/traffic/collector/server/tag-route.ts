import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { tagEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import { one } from './collect.ts';
import { SenderNotes } from './sender-notes.ts';

export interface TagParts {
  database: Database;
  now: () => Date;
  /** The built script. */
  tagFile: string;
}

/** Pages get a new version within minutes, and one that named its version never asks again. */
const SHORT = 'public, max-age=300, stale-while-revalidate=86400';
const LONG = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 16;

/**
 * The script that pages load. An old version asked for by name is answered with the present one: a page that names it
 * shall not stop sending.
 */
export function tagRoutes({ database, now, tagFile }: TagParts): Route[] {
  const notes = new SenderNotes(database, now);
  let built: ReturnType<typeof read> | undefined;
  const read = () => {
    const text = readFileSync(tagFile);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
    return { text, packed: gzipSync(text, { level: 9 }), hash, changedAt: now() };
  };
  return implement(tagEndpoints)({
    tag: async ({ query, request }) => {
      try {
        built ??= read();
      } catch {
        throw appError('not_found');
      }
      const page = one(request.headers['referer']);
      if (page !== undefined && URL.canParse(page)) notes.tagLoaded(new URL(page).origin);
      const { text, packed, hash, changedAt } = built;
      const takesPacked = /\bgzip\b/.test(one(request.headers['accept-encoding']) ?? '');
      return {
        fileName: 'tag.js',
        mediaType: 'text/javascript; charset=utf-8',
        stream: takesPacked ? packed : text,
        ...(takesPacked ? { encoding: 'gzip' as const } : {}),
        version: { etag: `"${hash}"`, changedAt },
        headers: {
          'cache-control': query.v === hash ? LONG : SHORT,
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          'content-disposition': 'inline',
        },
      };
    },
  });
}
