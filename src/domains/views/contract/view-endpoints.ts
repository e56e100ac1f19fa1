import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { safeText } from '#platform/contract/safe-text.ts';

const packageName = z.string().min(1).max(200);
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Parts of an address that a view has for itself, or that open something on the page instead of narrowing it. */
const NOT_KEPT: ReadonlySet<string> = new Set(['package', 'from', 'to', 'event']);

/** A parameter of an address that a view keeps. */
export const isKept = (name: string): boolean => /^\w{1,40}$/.test(name) && !NOT_KEPT.has(name);

/** Filters, search, order and columns as the address of the page has them, in its order. */
const asked = z
  .array(
    z.strictObject({
      name: z.string().refine(isKept, 'A view does not keep this'),
      value: z.string().max(2000),
    }),
  )
  .max(300);

/** The last so many days, the day of looking included; or from one day to another. */
const range = z.union([
  z.strictObject({ days: z.number().int().min(1).max(800) }),
  z.strictObject({ from: isoDate, to: isoDate }),
]);

/** Of a page inside the product: where an address of ours leads, and never out of it. */
const path = z
  .string()
  .regex(/^(\/[\w.~!'()*%-]+)+$/, 'This is no address of a page')
  .max(600);

const what = { path, asked, range };

const view = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  ...what,
  /** In the address of a shared view; null while it is not shared. */
  key: z.string().nullable(),
  created_at: z.string(),
});
export type SavedView = z.infer<typeof view>;

export const viewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/views',
    summary: 'Views of boards and lists that the caller has saved, by name',
    access: 'board.read',
    query: z.strictObject({ package_name: packageName }),
    response: z.object({ data: z.array(view) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/views',
    summary: 'Save how a board or list looks: filters, search, order, columns and range, under a name',
    access: 'board.read',
    body: z.strictObject({ package_name: packageName, name: safeText(80).min(1), ...what }),
    response: envelope(view),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/views/:id',
    summary: 'Rename an own view, and share it by a link or take the link back',
    access: 'board.read',
    params: id,
    body: z.strictObject({ name: safeText(80).min(1), shared: z.boolean() }),
    response: envelope(view),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/views/:id',
    summary: 'Delete an own view; its link ends as well',
    access: 'board.read',
    params: id,
    response: envelope(view),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/views/:id/restore',
    summary: 'Put an own view back that was deleted, its link too',
    access: 'board.read',
    params: id,
    response: envelope(view),
  }),
  shared: endpoint({
    method: 'GET',
    path: '/api/views/shared/:key',
    summary: 'A view that somebody shares, for those who have its package. It says what to ask, and shows nothing',
    access: 'board.read',
    params: z.strictObject({ key: z.string().regex(/^[\w-]{20,60}$/) }),
    response: envelope(z.object({ package_name: z.string(), name: z.string(), author: z.string(), ...what })),
  }),
};
