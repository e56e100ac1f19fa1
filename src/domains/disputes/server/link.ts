import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { refuse } from './refuse.ts';
import type { Db } from './standing.ts';
import { type Dispute, disputeTable } from './tables.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const DAY_MS = 86_400_000;

/** 256 random bits; who has them may read the claim and answer for the publisher until it ends. */
export function newLink(days: number, now: Date) {
  const token = randomBytes(32).toString('base64url');
  return { token, linkHash: hashOf(token), endsAt: new Date(now.getTime() + days * DAY_MS) };
}

/** Behind the number sign, where no server on the way sees it. */
export const pathOf = (token: string): string => `/dispute#token=${token}`;

/** Whose claim a link leads to. One that has ended, was taken back or never was is refused with the same words. */
export async function disputeOfLink(db: Db, token: string, now: Date): Promise<Dispute> {
  const [found] = await db
    .select()
    .from(disputeTable)
    .where(and(eq(disputeTable.linkHash, hashOf(token)), gt(disputeTable.endsAt, now)));
  if (!found) throw refuse('dispute_link_ended', {}, { as: 'not_found' });
  return found;
}
