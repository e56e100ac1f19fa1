import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { MOST_EVENTS, type SentEvent } from '#domains/verdict-deliveries/contract/destination.ts';
import type { Stores } from '#platform/server/stores.ts';
import { type FeedPlace, headOf, readFeed } from '#traffic/changes/server/read-feed.ts';
import { eventsOf } from './event-details.ts';
import { type News, newsOf } from './news.ts';
import { type DestinationRow, deliveryTable, destinationTable, sentTable } from './tables.ts';

export interface PlanDeps extends Stores {
  now: () => Date;
}

/** Changes that are read at once. */
const PAGE = 2000;
/** Calls that may wait; beyond them the feed waits, which is kept for longer than they are tried. */
const MOST_WAITING = 2000;

/** Destinations for which there is something to read, of those that were not read since. */
export async function toRead({ database }: PlanDeps, before: Date): Promise<DestinationRow[]> {
  const d = destinationTable;
  const behind = sql`(${d.place} IS NOT NULL OR EXISTS
    (SELECT 1 FROM feed_head AS h WHERE h.package_name = ${d.packageName} AND h.seq > ${d.seq}))`;
  const waiting = sql`(SELECT count(*) FROM (SELECT 1 FROM ${deliveryTable} AS w
    WHERE w.destination_id = ${d.id} AND w.state = 'waiting' LIMIT ${MOST_WAITING}) AS held) < ${MOST_WAITING}`;
  return database.db
    .select()
    .from(d)
    .where(
      and(isNull(d.stopped), sql`(${d.readAt} IS NULL OR ${d.readAt} <= ${before.toISOString()})`, behind, waiting),
    )
    .orderBy(d.id);
}

/**
 * Reads on in the feed for one destination and stores the calls it makes, what was sent of each event and how far it
 * read in one transaction: whatever stops it, it reads the same again. Answers whether there is more to read now.
 */
export async function planOne(deps: PlanDeps, destination: DestinationRow): Promise<boolean> {
  const from = await placeOf(deps, destination);
  const { told, at, more } = await readFeed(deps, destination.packageName, from, PAGE);
  const news = await newsFor(deps, destination, told);
  const events = await eventsOf(deps.clickhouse, destination.packageName, news);
  const moved = await keep(deps, destination, { at, news, events });
  return moved && more;
}

/** Where it goes on; what is not kept any more is passed over, and said. */
async function placeOf(
  { database, now }: PlanDeps,
  { id, packageName, seq, place }: DestinationRow,
): Promise<FeedPlace> {
  const { forgotten } = await headOf(database, packageName);
  if (seq >= forgotten) return { seq, after: place ?? undefined };
  await database.db.update(destinationTable).set({ skippedAt: now() }).where(eq(destinationTable.id, id));
  return { seq: forgotten };
}

async function newsFor(
  { database }: PlanDeps,
  { id, settings }: DestinationRow,
  told: Awaited<ReturnType<typeof readFeed>>['told'],
): Promise<News[]> {
  const ids = told.flatMap(({ change }) => (change.change === 'gone_before' ? [] : [change.row_id]));
  const rows =
    ids.length === 0
      ? []
      : await database.db
          .select({ rowId: sentTable.rowId, verdict: sentTable.verdict })
          .from(sentTable)
          .where(and(eq(sentTable.destinationId, id), inArray(sentTable.rowId, [...new Set(ids)])));
  const sent = new Map(rows.map(({ rowId, verdict }) => [rowId, verdict]));
  return told.flatMap((each) => {
    const { change } = each;
    const news = change.change === 'gone_before' ? null : newsOf(settings, each, sent.get(change.row_id));
    if (!news) return [];
    // The same event may stand in a page twice.
    if (change.change === 'event') sent.set(change.row_id, change.verdict);
    else sent.delete(news.rowId);
    return [news];
  });
}

interface Kept {
  at: FeedPlace;
  news: readonly News[];
  events: readonly SentEvent[];
}

/** False when it was read further, changed or removed meanwhile: then nothing is stored. */
async function keep(
  { database, now }: PlanDeps,
  destination: DestinationRow,
  { at, news, events }: Kept,
): Promise<boolean> {
  const { id, settings, seq } = destination;
  const d = destinationTable;
  const last = new Map(news.map((each) => [each.rowId, each]));
  const gone = [...last.values()].filter(({ type }) => type === 'gone').map(({ rowId }) => rowId);
  const there = [...last.values()].flatMap(({ rowId, told: { change } }) =>
    change.change === 'event' ? [{ destinationId: id, rowId, verdict: change.verdict, sentAt: now() }] : [],
  );
  return database.db.transaction(async (tx) => {
    const [moved] = await tx
      .update(d)
      .set({ seq: at.seq, place: at.after ?? null, readAt: now() })
      .where(
        and(
          eq(d.id, id),
          eq(d.seq, seq),
          samePlace(destination),
          eq(d.updatedAt, destination.updatedAt),
          isNull(d.stopped),
        ),
      )
      .returning({ id: d.id });
    if (!moved) return false;
    const size = settings.way.kind === 'webhook' ? MOST_EVENTS : 1;
    const calls = inParts(events, size).map((part) => ({
      destinationId: id,
      events: part,
      createdAt: now(),
      dueAt: now(),
    }));
    for (const part of inParts(calls, 500)) await tx.insert(deliveryTable).values(part);
    if (gone.length > 0)
      await tx.delete(sentTable).where(and(eq(sentTable.destinationId, id), inArray(sentTable.rowId, gone)));
    for (const part of inParts(there, 1000))
      await tx
        .insert(sentTable)
        .values(part)
        .onConflictDoUpdate({
          target: [sentTable.destinationId, sentTable.rowId],
          set: { verdict: sql`excluded.verdict`, sentAt: sql`excluded.sent_at` },
        });
    return true;
  });
}

const samePlace = ({ place }: DestinationRow): SQL =>
  sql`${destinationTable.place} IS NOT DISTINCT FROM ${place === null ? null : JSON.stringify(place)}::jsonb`;

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
