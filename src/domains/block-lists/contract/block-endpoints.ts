import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { BLOCK_KINDS, MAX_PASTED, SOURCES } from './kinds.ts';

export const packageName = z.string().min(1).max(200);
export const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** What a person wants to block: values of one kind, one or a pasted list. */
const pasted = {
  package_name: packageName,
  /** An address with a prefix is a network, whichever of both is said. */
  kind: z.enum(BLOCK_KINDS),
  values: z.array(z.string().max(500)).min(1, 'Please give what to block').max(MAX_PASTED),
  /** Of a sub-publisher. */
  publisher: z.string().trim().max(500).default(''),
};

export const blockTry = z.strictObject(pasted);

export const newBlocks = z.strictObject({
  ...pasted,
  reason: safeText(500).min(3, 'Please say why'),
  /** First and last day in the time zone of the package; at once, and until somebody takes it off. */
  from: z.iso.date().nullable().default(null),
  until: z.iso.date().nullable().default(null),
  /** The name of the package, for a list that was asked about. */
  confirm: z.string().max(200).default(''),
});

export const blockView = z.object({
  id: z.number().int(),
  kind: z.enum(BLOCK_KINDS),
  value: z.string(),
  publisher: z.string(),
  reason: z.string(),
  /** Who put it there: a person, or a standing rule, whose name is the reason. */
  source: z.enum(SOURCES),
  author: z.string(),
  /** What a standing rule counted when it held last. */
  fraud: z.number().int().nullable(),
  events: z.number().int().nullable(),
  created_at: z.string(),
  /** First and last day; without a first one it held at once. */
  from: z.string().nullable(),
  until: z.string().nullable(),
});
export type BlockView = z.infer<typeof blockView>;

/** What a list hits of the newest 30 days of data; known bots are none of it. */
export const blockEffect = z
  .object({
    entries: z.number().int(),
    events: z.number().int(),
    clean: z.number().int(),
    fraud: z.number().int(),
    all_clean: z.number().int(),
    /** Of all clean events, 0 to 1. */
    clean_share: z.number(),
  })
  // The description of the API says it once.
  .meta({ id: 'BlockEffect' });
export type BlockEffect = z.infer<typeof blockEffect>;

const BASE = '/api/web-bi/tools/blacklist';

export const blockEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'What a package blocks: the entries in force and those that begin later, the newest first',
    access: 'rules.read',
    pages: ['block-list'],
    query: z.strictObject({
      package_name: packageName,
      kind: z.enum(BLOCK_KINDS).optional(),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(blockView),
  }),
  state: endpoint({
    method: 'GET',
    path: `${BASE}/state`,
    summary: 'How many entries are in force, how many of them the rules hold, and whether they follow',
    access: 'rules.read',
    pages: ['block-list'],
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({
        entries: z.number().int(),
        /** Held by the rules; the others stand in feeds only. */
        held: z.number().int(),
        /** Changes are on their way into the rules. */
        waiting: z.boolean(),
        /** Why the rules could not take them. */
        problem: z.string(),
      }),
    ),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${BASE}/preview`,
    summary: 'What a list would have hit of the newest 30 days of data, clean traffic apart',
    access: 'rules.read',
    pages: ['block-list'],
    body: blockTry,
    response: envelope(blockEffect),
  }),
  add: endpoint({
    method: 'POST',
    path: BASE,
    summary: 'Block addresses, networks, publishers, sub-publishers, domains, apps or devices',
    access: 'rules.write',
    pages: ['block-list'],
    form: { exempt: ['package_name', 'publisher', 'values', 'confirm'] },
    body: newBlocks,
    response: envelope(z.object({ added: z.number().int(), there: z.number().int() })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Block something no longer',
    access: 'rules.write',
    pages: ['block-list'],
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
  restore: endpoint({
    method: 'POST',
    path: `${BASE}/:id/restore`,
    summary: 'Take the removal of an entry back',
    access: 'rules.write',
    pages: ['block-list'],
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};
