import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { LIST_HOLDS, LIST_KINDS, listed, listName, MOST_ADDED } from './video-list.ts';

const packageName = z.string().min(1).max(200);
const rowId = z.coerce.number().int().min(1).max(2_147_483_647);
const id = z.strictObject({ id: rowId });
const entries = z.array(listed).min(1).max(MOST_ADDED);

const listView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  kind: z.enum(LIST_KINDS),
  holds: z.enum(LIST_HOLDS),
  entries: z.number().int(),
  created_by: z.string(),
  created_at: z.string(),
  changed_at: z.string(),
});
export type ListView = z.infer<typeof listView>;

const entryView = z.object({
  id: z.number().int(),
  ...listed.shape,
  added_by: z.string(),
  added_at: z.string(),
});
export type EntryView = z.infer<typeof entryView>;

/** What is on the list already is not there twice. */
const added = z.object({ list: listView, added: z.number().int(), known: z.number().int() });
export type Added = z.infer<typeof added>;

export const newList = z.strictObject({
  package_name: packageName,
  name: listName,
  kind: z.enum(LIST_KINDS),
  holds: z.enum(LIST_HOLDS),
  entries,
});

const LISTS = '/api/yt_relevancy/lists';
/** Scans stand on both pages. */
const READ = { access: 'tracking.read', pages: ['youtube-relevancy', 'brand-hygiene'] } as const;
const WRITE = { ...READ, access: 'tracking.write' } as const;

/** Lists of a package for buying platforms, and for its own scans. */
export const listEndpoints = {
  list: endpoint({
    method: 'GET',
    path: LISTS,
    summary: 'Saved inclusion and exclusion lists of a package, the latest changed first',
    ...READ,
    query: z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(listView),
  }),
  make: endpoint({
    method: 'POST',
    path: LISTS,
    summary: 'Save videos of a scan, or their channels, as a list with a name',
    ...WRITE,
    body: newList,
    response: envelope(added),
  }),
  add: endpoint({
    method: 'POST',
    path: `${LISTS}/:id/entries`,
    summary: 'Add videos of a scan, or their channels, to a list; what is on it already stays as it is',
    ...WRITE,
    params: id,
    body: z.strictObject({ entries }),
    response: envelope(added),
  }),
  rename: endpoint({
    method: 'PUT',
    path: `${LISTS}/:id`,
    summary: 'Call a list something else',
    ...WRITE,
    params: id,
    body: z.strictObject({ name: listName }),
    response: envelope(listView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${LISTS}/:id`,
    summary: 'Delete a list; scans no longer look at it',
    ...WRITE,
    params: id,
    response: envelope(listView),
  }),
  restore: endpoint({
    method: 'POST',
    path: `${LISTS}/:id/restore`,
    summary: 'Put a list back that was deleted within the last thirty days',
    ...WRITE,
    params: id,
    response: envelope(listView),
  }),
  entries: endpoint({
    method: 'GET',
    path: `${LISTS}/:id/entries`,
    summary: 'What is on a list, the latest added first',
    ...READ,
    params: id,
    query: z.strictObject({ search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(entryView),
  }),
  drop: endpoint({
    method: 'DELETE',
    path: `${LISTS}/:id/entries/:entry`,
    summary: 'Take a video or channel off a list; the answer is what stood there',
    ...WRITE,
    params: z.strictObject({ id: rowId, entry: rowId }),
    response: envelope(entryView),
  }),
  file: endpoint({
    method: 'GET',
    path: `${LISTS}/:id/file`,
    summary: 'The list as a CSV of addresses and channel ids, as buying platforms take it',
    ...READ,
    params: id,
    response: fileBody,
    answer: 'file',
  }),
};
