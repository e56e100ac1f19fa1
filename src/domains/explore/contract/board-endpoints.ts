import { z } from 'zod';
import { isKept } from '#domains/views/contract/view-endpoints.ts';
import { conditionSchema } from '#platform/contract/condition.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { PATTERNS } from '#platform/contract/patterns.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { EXPLORE_PAGES, VIEWS } from './explore-endpoints.ts';

export const MOST_CARDS = 20;
/** Of one person in one package. */
export const MOST_BOARDS = 50;

/** Longer than the longest condition, shorter than an address that any proxy takes. */
const MOST_LETTERS = 8_000;
/** Of all cards together: a body of more is refused anyway. */
const ANY_CARDS = 100;

function isCondition(text: string): boolean {
  try {
    return conditionSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** What a card asks, as the address of Explore has it; package and days are those of whoever looks. */
const asked = z
  .array(
    z.strictObject({
      name: z.string().refine(isKept, 'A card does not keep this'),
      value: z.string().max(MOST_LETTERS),
    }),
  )
  .max(300)
  .refine((parts) => parts.every(({ name, value }) => name !== 'query' || isCondition(value)), 'This is no condition');

export const cardTitle = safeText(120).min(1);
const card = z.strictObject({ title: cardTitle, view: z.enum(VIEWS), asked });
export type BoardCard = z.output<typeof card>;

const listed = z.object({
  id: z.number().int(),
  package_name: z.string(),
  name: z.string(),
  owner: z.string(),
  /** The caller's own. */
  own: z.boolean(),
  /** Open to everybody who has the package. */
  shared: z.boolean(),
  cards: z.number().int(),
  /** Sent back with a change, so that the second of two at once is told. */
  version: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ListedBoard = z.output<typeof listed>;

const board = z.object({ ...listed.shape, cards: z.array(card) });
export type OwnBoard = z.output<typeof board>;

/** As accounts have it. */
export const personEmail = z.string().trim().max(254).regex(PATTERNS.email, 'Invalid email');

const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const name = safeText(80).min(1);
const cards = z.array(card).max(ANY_CARDS);
const common = { access: 'event.read', pages: EXPLORE_PAGES } as const;

export const boardEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/explore/boards',
    summary: 'Boards of the caller, and those others share with the package, by name',
    query: z.strictObject({ package_name: z.string().min(1).max(200) }),
    response: z.object({ data: z.array(listed) }),
  }),
  one: endpoint({
    ...common,
    method: 'GET',
    path: '/api/explore/boards/:id',
    summary:
      'A board with its cards. It says what to ask, and shows nothing: whoever looks asks with rights of their own',
    params: id,
    response: envelope(board),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/explore/boards',
    summary: 'Make a board of one’s own, with the cards that are given',
    body: z.strictObject({ package_name: z.string().min(1).max(200), name, cards: cards.default([]) }),
    response: envelope(board),
  }),
  change: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/explore/boards/:id',
    summary: 'Rename an own board, share it with the package, set its cards in their order',
    params: id,
    body: z.strictObject({
      version: z.number().int().min(1),
      name: name.optional(),
      shared: z.boolean().optional(),
      cards: cards.optional(),
    }),
    response: envelope(board),
  }),
  handOver: endpoint({
    ...common,
    method: 'POST',
    path: '/api/explore/boards/:id/hand_over',
    summary: 'Give an own board to somebody else who sees the package; the caller is its owner no more',
    params: id,
    body: z.strictObject({ email: personEmail }),
    response: envelope(z.object({ owner: z.string() })),
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/explore/boards/:id',
    summary: 'Delete an own board; for thirty days it can be put back',
    params: id,
    response: envelope(board),
  }),
  restore: endpoint({
    ...common,
    method: 'POST',
    path: '/api/explore/boards/:id/restore',
    summary: 'Put an own board back that was deleted',
    params: id,
    response: envelope(board),
  }),
};
