import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { VERDICTS } from '#traffic/event/contract/event.ts';
import { entryEdit, entryView, newEntry } from './entry.ts';
import { COVERS, ENTRY_TYPES } from './entry-terms.ts';

const params = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const types = z.union([z.enum(ENTRY_TYPES), z.array(z.enum(ENTRY_TYPES))]).optional();
const BASE = '/api/v2/br/dv360';
const PATTERNED = ['package_name', 'creative_size', 'click_url', 'landing_hosts', 'vast_url', 'updated_at'] as const;

export const entryHit = z.object({
  at: z.string(),
  /** The kind of event it is stored as, and what it reports. */
  kind: z.string(),
  event: z.string(),
  verdict: z.enum(VERDICTS),
  /** Why; empty for a clean one. */
  reason: z.string(),
  country: z.string(),
  /** As the platform numbers or names them: the creative, who sold the place, and its site or app. */
  creative: z.string(),
  publisher: z.string(),
  sub_publisher: z.string(),
  /** Of one that was viewable, where the browser said so: whether anything lay over it or made it transparent. */
  cover: z.enum(['', ...COVERS]),
  /** The site or app it was sold for, and the page it came from. */
  domain: z.string(),
  page: z.string(),
});
export type EntryHit = z.infer<typeof entryHit>;

export const entryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: `${BASE}/get/`,
    summary: 'DV entries of a package, each with its tags and what they counted',
    access: 'tracking.read',
    query: z.strictObject({
      package_name: z.string().min(1).max(200).optional(),
      type: types,
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(entryView),
  }),
  one: endpoint({
    method: 'GET',
    path: `${BASE}/get/:id`,
    summary: 'One DV entry',
    access: 'tracking.read',
    params,
    response: envelope(entryView),
  }),
  add: endpoint({
    method: 'POST',
    path: `${BASE}/insert`,
    summary: 'A DV entry, with the tags that count for it',
    access: 'tracking.write',
    form: { exempt: PATTERNED },
    body: newEntry,
    response: envelope(entryView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${BASE}/update/:id`,
    summary: 'Settings of a DV entry; its type and its tags stay',
    access: 'tracking.write',
    params,
    form: { exempt: PATTERNED },
    body: entryEdit,
    response: envelope(entryView),
  }),
  hits: endpoint({
    method: 'GET',
    path: `${BASE}/hits/:id`,
    summary: 'The newest hits of the tags of a DV entry, with their verdicts',
    access: 'tracking.read',
    params,
    response: envelope(z.array(entryHit)),
  }),
};

const said = z.string().max(4_000).optional().catch(undefined);
/** Pages of any site, and ad servers, call these. */
const tag = { method: 'GET', access: 'public', answer: 'file', response: fileBody, otherOrigins: true } as const;
const macros = { s: said, cb: said, src: said, io: said, li: said, cr: said, pub: said, site: said };

export const hitEndpoints = {
  pixel: endpoint({
    ...tag,
    path: '/d/i/:key/:event',
    summary: 'What the tag of a DV entry reports: an image',
    /** Any are answered with the picture. */
    params: z.object({ key: z.string(), event: z.string() }),
    query: z.looseObject({ ...macros, u: said, wd: said, w: said, h: said, iv: said }),
  }),
  click: endpoint({
    ...tag,
    path: '/d/c/:key',
    summary: 'A click on the ad of a DV entry: counted, and sent on to its page or another that it allows',
    params: z.object({ key: z.string() }),
    query: z.looseObject({ ...macros, to: said }),
  }),
  frame: endpoint({
    ...tag,
    path: '/d/f/:key',
    summary: 'A script that measures whether a display ad is seen (MRC: half of it, for a second)',
    params: z.object({ key: z.string() }),
    query: z.looseObject(macros),
  }),
};
