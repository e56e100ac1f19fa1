import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { HTTPS } from '#platform/contract/plain-issue.ts';
import { LIST_KINDS } from './lists.ts';

const kinds = Object.keys(LIST_KINDS);
const text = z.string().max(300);

const diff = z.object({
  added: z.number().int(),
  removed: z.number().int(),
  addedSample: z.array(z.string()),
  removedSample: z.array(z.string()),
});

/** An operator's list with the versions that are kept, newest first. */
export const loadedList = z.object({
  id: z.string(),
  /** The version in force. */
  version: z.number().int(),
  versions: z.array(
    z.object({
      version: z.number().int(),
      date: z.string(),
      source: z.string(),
      licence: z.string(),
      bytes: z.number(),
      entries: z.number().int(),
      diff,
    }),
  ),
});
export type LoadedList = z.output<typeof loadedList>;

const change = diff.extend({
  id: z.string(),
  version: z.number().int(),
  entries: z.number().int(),
  rejected: z.number().int(),
  rejects: z.array(z.object({ line: z.number().int(), text: z.string(), why: z.string() })),
});

const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

export const lists = {
  loaded: endpoint({
    method: 'GET',
    path: '/api/lists',
    summary: 'Lists the operator loaded, with kept versions and what each changed',
    access: 'server.read',
    response: envelope(z.array(loadedList)),
  }),
  load: endpoint({
    method: 'POST',
    path: '/api/lists/load',
    summary: 'Load a list from an address; a broken, empty or much shorter one is refused',
    access: 'server.write',
    body: z.strictObject({
      id,
      kind: z.string().refine((kind) => kinds.includes(kind), 'No such kind of list'),
      url: z.url({ protocol: HTTPS }).max(2_000),
      title: text.optional(),
      licence: text.optional(),
      /** Takes a list that lost more than half of its entries. */
      shrink: z.boolean().optional(),
    }),
    response: envelope(change),
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/api/lists/roll_back',
    summary: 'Put an older version of a loaded list in force again',
    access: 'server.write',
    body: z.strictObject({ id, version: z.number().int().min(1) }),
    response: envelope(change),
  }),
};
