import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Change } from '#traffic/changes/contract/change-endpoints.ts';
import type { Place } from './cursor.ts';
import { changesOfStep } from './rows-of-feed.ts';
import { feedEntry, feedHead, feedStep } from './tables.ts';

/** Entries that one call looks at; live traffic brings one a second. */
const ENTRIES_AT_ONCE = 100;

/** Everything up to `seq` is read, and of the entry that follows what stands up to `after`. */
export interface FeedPlace {
  seq: number;
  after?: Place | undefined;
}

/** A change with the entry that tells of it: `import` brought its event, `rows` did something to one that was there. */
export interface ToldChange {
  change: Change;
  seq: number;
  what: (typeof feedStep.$inferSelect)['what'];
}

/** The last number of a package's feed, and up to which nothing is kept any more. */
export async function headOf({ db }: Database, packageName: string): Promise<{ seq: number; forgotten: number }> {
  const [head] = await db
    .select({ seq: feedHead.seq, forgotten: feedHead.forgotten })
    .from(feedHead)
    .where(eq(feedHead.packageName, packageName));
  return head ?? { seq: 0, forgotten: 0 };
}

/** What follows a place, up to so many changes; `at` is where the next call goes on. Whoever asks has asked who may. */
export async function readFeed(
  { clickhouse, database }: Stores,
  packageName: string,
  from: FeedPlace,
  limit: number,
): Promise<{ told: ToldChange[]; at: FeedPlace; more: boolean }> {
  const entries = await database.db
    .select({ seq: feedEntry.seq, step: feedStep })
    .from(feedEntry)
    .innerJoin(feedStep, eq(feedStep.id, feedEntry.stepId))
    .where(and(eq(feedEntry.packageName, packageName), gt(feedEntry.seq, from.seq)))
    .orderBy(asc(feedEntry.seq))
    .limit(ENTRIES_AT_ONCE + 1);
  const told: ToldChange[] = [];
  let at = from;
  for (const { seq, step } of entries.slice(0, ENTRIES_AT_ONCE)) {
    if (told.length >= limit) return { told, at, more: true };
    const { changes, last } = await changesOfStep(clickhouse, packageName, step, at.after, limit - told.length);
    told.push(...changes.map((change) => ({ change, seq, what: step.what })));
    if (last) return { told, at: { ...at, after: last }, more: true };
    at = { seq };
  }
  return { told, at, more: entries.length > ENTRIES_AT_ONCE };
}
