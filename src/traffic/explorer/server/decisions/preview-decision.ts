import { and, eq, lt, sql as pgSql } from 'drizzle-orm';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { type DecisionPreview, MOST_DECIDED } from '#traffic/explorer/contract/decision-endpoints.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { type EventQuestion, eventsWhere } from '../event-list.ts';
import { refuse } from '../refuse.ts';
import { effectOf, type ToDecide } from './effect-of.ts';
import { decisionBatch } from './tables.ts';

/** Who previews and goes away leaves nothing behind for longer. */
const KEPT = pgSql`now() - interval '1 day'`;

export interface DecisionQuestion extends EventQuestion {
  decision: Decision;
  rowIds?: readonly string[] | undefined;
}

/**
 * What a decision about all events of a question would change. The events are written down with it, so that exactly
 * those are marked which were counted, whatever arrives before somebody confirms.
 */
export async function previewDecision(
  scope: Scope,
  { clickhouse, database }: Stores,
  { decision, rowIds, ...question }: DecisionQuestion,
): Promise<DecisionPreview> {
  requireMay(scope, 'event.judge');
  const { filter, money } = question;
  const all = eventsWhere(scope, question);
  const where = rowIds ? sql`${all} AND row_id IN ${typed('Array(UUID)', [...rowIds])}` : all;
  const marked = sql`decision = ${typed('String', decision)}`;
  const options = { tag: 'decide-preview' };
  const [counted] = await clickhouse.query<{ events: number; already: number }>(
    sql`SELECT countIf(NOT ${marked}) AS events, countIf(${marked}) AS already FROM traffic WHERE ${where}`,
    options,
  );
  const { events, already } = counted ?? { events: 0, already: 0 };
  if (events > MOST_DECIDED) throw refuse('too_many_to_decide', { events, most: MOST_DECIDED });
  // What is counted and what is marked are these rows, read once.
  const rows = await clickhouse.query<ToDecide>(
    sql`SELECT row_id, toUnixTimestamp64Milli(ts) AS ms, publisher, toString(verdict) AS verdict,
        toString(${money.currency}) AS currency, toString(${money.amount}) AS cost,
        ${money.assumed} AS assumed
      FROM traffic WHERE ${where} AND NOT ${marked} ORDER BY ts, row_id LIMIT ${typed('UInt32', MOST_DECIDED)}`,
    { ...options, settings: OF_COLUMNS },
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw refuse('nothing_to_decide');
  const { db } = database;
  await db.delete(decisionBatch).where(and(eq(decisionBatch.state, 'previewed'), lt(decisionBatch.createdAt, KEPT)));
  const [noted] = await db
    .insert(decisionBatch)
    .values({
      packageName: filter.package,
      decision,
      rowIds: rows.map(({ row_id }) => row_id),
      events: rows.length,
      firstTs: new Date(first.ms),
      lastTs: new Date(last.ms),
      author: scope.userName,
      authorId: scope.userId,
    })
    .returning({ id: decisionBatch.id });
  return { id: noted?.id ?? 0, events: rows.length, already, ...effectOf(rows, decision) };
}
