import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { blockEffect, packageName, params } from './block-endpoints.ts';
import { STANDING } from './standing.ts';

const standingView = z.object({
  id: z.number().int(),
  ...STANDING,
  /** Entries of it in force. */
  entries: z.number().int(),
  /** When it was looked at last. */
  looked_at: z.string().nullable(),
  /** What it does not block, since that would hit so much of the clean traffic: somebody has to save it by name. */
  held_back: z.number().int(),
  held_share: z.number(),
  /** Why it could not be looked at. */
  problem: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  /** For If-Match: another one after every save. */
  version: z.number().int(),
});
export type StandingView = z.infer<typeof standingView>;

/** A source that a rule finds, by what it counts of it. */
const found = z.object({
  value: z.string(),
  publisher: z.string(),
  fraud: z.number().int(),
  events: z.number().int(),
});
export type FoundSource = z.infer<typeof found>;

const preview = z.object({
  /** First and last day that was looked at. */
  from: z.string(),
  to: z.string(),
  effect: blockEffect,
  /** The worst of them. */
  sources: z.array(found),
});
export type StandingPreview = z.infer<typeof preview>;

const BASE = '/api/block-rules';
const write = { access: 'rules.write', pages: ['block-list'] } as const;

export const standingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: BASE,
    summary: 'Standing rules of the block list of a package, with how many entries of each are in force',
    access: 'rules.read',
    pages: ['block-list'],
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(standingView)),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${BASE}/preview`,
    summary: 'What a standing rule would block now, and what of the newest 30 days that would have hit; writes nothing',
    ...write,
    whileViewing: true,
    form: { exempt: ['package_name', 'condition'] },
    body: z.strictObject({ package_name: packageName, ...STANDING }),
    response: envelope(preview),
  }),
  save: endpoint({
    method: 'POST',
    path: BASE,
    summary:
      'Save a standing rule, with its id one that there is; it blocks at once what it finds, and no more of before. If-Match with its version refuses a change unseen',
    ...write,
    form: { exempt: ['package_name', 'condition', 'confirm'] },
    body: z.strictObject({
      package_name: packageName,
      id: params.shape.id.optional(),
      ...STANDING,
      /** The name of the package, for a rule that was asked about. */
      confirm: z.string().max(200).default(''),
    }),
    response: envelope(z.object({ id: z.number().int(), added: z.number().int() })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Delete a standing rule and take back what it blocks',
    ...write,
    params,
    response: envelope(z.object({ id: z.number().int() })),
  }),
};
