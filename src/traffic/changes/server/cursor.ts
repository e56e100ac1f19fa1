import { z } from 'zod';
import { refuse } from './refuse.ts';

/** The last row that was read, by time and id. */
const place = z.strictObject({
  ts: z.number().int(),
  id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
});
export type Place = z.infer<typeof place>;

const reading = z.strictObject({
  package: z.string(),
  /** Everything up to this number of the feed is told; while what is stored is read, the number to go on after. */
  seq: z.number().int().min(0),
  /** While what is stored is read: the kind of events, by its place. */
  kind: z.number().int().min(0).max(63).optional(),
  /** Where in the kind, or in the entry that follows `seq`. */
  after: place.optional(),
});
export type Reading = z.infer<typeof reading>;

export const toCursor = (at: Reading): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** 400 for what is no cursor, or one of another package. */
export function fromCursor(text: string, packageName: string): Reading {
  const read = reading.safeParse(parsed(Buffer.from(text, 'base64url').toString('utf8')));
  if (!read.success || read.data.package !== packageName)
    throw refuse('wrong_cursor', {}, { as: 'malformed', field: 'cursor' });
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
