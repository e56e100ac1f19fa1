import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { packageName, params } from './block-endpoints.ts';
import { FEED_FORMAT_IDS } from './formats.ts';
import { BLOCK_KINDS } from './kinds.ts';

export const newFeed = z.strictObject({
  package_name: packageName,
  name: safeText(80).min(1, 'Please name the feed').min(3),
  format: z.enum(FEED_FORMAT_IDS),
  kinds: z.array(z.enum(BLOCK_KINDS)).min(1, 'Please choose what it holds').max(BLOCK_KINDS.length),
  /** Of all clean events, how much more its networks may hit than the addresses they stand for, in percent. */
  clean_percent: z.number().min(0).max(5).default(0),
  /** The name of the package, for a list that was asked about. */
  confirm: z.string().max(200).default(''),
});

export const feedView = z.object({
  id: z.number().int(),
  name: z.string(),
  format: z.enum(FEED_FORMAT_IDS),
  kinds: z.array(z.enum(BLOCK_KINDS)),
  clean_percent: z.number(),
  entries: z.number().int(),
  /** For which the format had no room. */
  left_out: z.number().int(),
  changed_at: z.string(),
  fetches: z.number().int(),
  last_fetched_at: z.string().nullable(),
  /** The network of the address. */
  last_fetched_from: z.string(),
  created_by: z.string(),
  created_at: z.string(),
});
export type FeedView = z.infer<typeof feedView>;

/** Told once: only its hash is stored. */
const secretAddress = z.object({ id: z.number().int(), path: z.string() });

const BASE = '/api/block-feeds';

export const feedEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Feeds of the block list of a package, without their addresses',
    access: 'rules.read',
    pages: ['block-feeds'],
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(feedView)),
  }),
  make: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'A feed of the block list; its secret address is told this once',
    access: 'rules.write',
    pages: ['block-feeds'],
    form: { exempt: ['package_name', 'confirm'] },
    body: newFeed,
    response: envelope(secretAddress),
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${BASE}/:id/rotate`,
    summary: 'Another secret address for a feed; the one before is nothing any more',
    access: 'rules.write',
    pages: ['block-feeds'],
    params,
    response: envelope(secretAddress),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'End a feed: its address is nothing any more',
    access: 'rules.write',
    pages: ['block-feeds'],
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  read: endpoint({
    method: 'GET',
    path: '/feeds/:secret/:name',
    summary: 'A feed of a block list, by its secret address; the name is only for the eye',
    access: 'public',
    params: z.strictObject({ secret: z.string().regex(/^[\w-]{43}$/), name: z.string().min(1).max(200) }),
    answer: 'file',
    response: fileBody,
  }),
};
