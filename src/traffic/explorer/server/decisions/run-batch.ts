import { and, eq, sql as pgSql } from 'drizzle-orm';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import { DECISIONS, type Decision } from '#traffic/event/contract/event.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import type { ChangeCause } from '#traffic/judge/server/verdict-changes.ts';
import { type BatchRow, decisionBatch } from './tables.ts';

/** Events in one step: some seconds of judging, after which the progress is kept. */
const STEP = 5_000;

export interface BatchRun {
  signal?: AbortSignal;
  show?: (share: number) => void;
  /** Events at once. */
  step?: number;
}

/**
 * Marks the events of a decision step by step, or takes their marks back, whatever it is asked for at the moment. The
 * history is written before what is stored with the events, which can always be made again from it: a step that was
 * broken off anywhere is done again and changes nothing twice.
 */
export async function runBatch(
  stores: Stores,
  id: number,
  { signal, show = () => {}, step = STEP }: BatchRun = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const [batch] = await stores.database.db.select().from(decisionBatch).where(eq(decisionBatch.id, id));
    if (batch?.state === 'marking') await markStep(stores, batch, step);
    else if (batch?.state === 'undoing') await undoStep(stores, batch, step);
    else return;
    show(batch.events === 0 ? 1 : batch.marked / batch.events);
  }
}

async function markStep({ clickhouse, database }: Stores, batch: BatchRow, step: number): Promise<void> {
  const ids = batch.rowIds.slice(batch.marked, batch.marked + step);
  if (ids.length === 0) return await finish(database, batch, 'done');
  const found = await clickhouse.query<{ row_id: string; kind: string; ts: string }>(
    sql`SELECT row_id, kind, ts FROM traffic WHERE ${rowsOf(batch, ids)}`,
    { lane: 'heavy', tag: 'decide-all' },
  );
  await database.db.execute(pgSql`
    INSERT INTO event_decision (package_name, row_id, kind, ts, decision, reason, author, batch_id)
    SELECT ${batch.packageName}, e.row_id, e.kind, e.ts, ${batch.decision}, ${batch.reason}, ${batch.author}, ${batch.id}
    FROM json_to_recordset(${JSON.stringify(found.map((row) => ({ ...row, ts: `${row.ts}Z` })))}::json)
      AS e(row_id uuid, kind text, ts timestamptz)
    WHERE NOT EXISTS (SELECT 1 FROM event_decision own WHERE own.batch_id = ${batch.id} AND own.row_id = e.row_id
        AND own.package_name = ${batch.packageName})
      AND ${batch.decision} <> coalesce((SELECT decision FROM event_decision last
        WHERE last.package_name = ${batch.packageName} AND last.row_id = e.row_id ORDER BY id DESC LIMIT 1), 'none')`);
  await storeLast({ clickhouse, database }, batch, ids, `step ${batch.marked}`);
  await database.db
    .update(decisionBatch)
    .set({ marked: batch.marked + ids.length })
    .where(and(eq(decisionBatch.id, batch.id), eq(decisionBatch.marked, batch.marked)));
}

/** Of an event that somebody decided on since, that decision stays. */
async function undoStep(stores: Stores, batch: BatchRow, step: number): Promise<void> {
  const { db } = stores.database;
  const { rows } = await db.execute<{ id: string; row_id: string }>(pgSql`
    SELECT id, row_id FROM event_decision WHERE batch_id = ${batch.id} AND id > ${batch.undoneUntil} ORDER BY id LIMIT ${step}`);
  const last = rows.at(-1);
  if (!last) return await finish(stores.database, batch, 'undone');
  const ids = rows.map(({ row_id }) => row_id);
  await db.execute(pgSql`
    INSERT INTO event_decision (package_name, row_id, kind, ts, decision, reason, author)
    SELECT d.package_name, d.row_id, d.kind, d.ts,
      coalesce((SELECT decision FROM event_decision before
        WHERE before.package_name = d.package_name AND before.row_id = d.row_id AND before.id < d.id ORDER BY id DESC LIMIT 1), 'none'),
      d.reason, ${batch.undoneBy ?? batch.author}
    FROM event_decision d
    WHERE d.batch_id = ${batch.id} AND d.id > ${batch.undoneUntil} AND d.id <= ${last.id}
      AND NOT EXISTS (SELECT 1 FROM event_decision later
        WHERE later.package_name = d.package_name AND later.row_id = d.row_id AND later.id > d.id)`);
  await storeLast(stores, batch, ids, `undo ${batch.undoneUntil}`);
  await db
    .update(decisionBatch)
    .set({ undoneUntil: Number(last.id), marked: Math.max(0, batch.marked - ids.length) })
    .where(and(eq(decisionBatch.id, batch.id), eq(decisionBatch.undoneUntil, batch.undoneUntil)));
}

/** Only what nobody has asked otherwise for meanwhile is at its end. */
async function finish({ db }: Database, { id, state }: BatchRow, end: 'done' | 'undone'): Promise<void> {
  await db
    .update(decisionBatch)
    .set({ state: end, rowIds: [], finishedAt: new Date() })
    .where(and(eq(decisionBatch.id, id), eq(decisionBatch.state, state)));
}

const moment = (at: Date) => typed("DateTime64(3, 'UTC')", at);

const rowsOf = ({ packageName, firstTs, lastTs }: BatchRow, ids: readonly string[]) =>
  sql`package = ${typed('String', packageName)} AND ts >= ${moment(firstTs)} AND ts <= ${moment(lastTs)}
    AND row_id IN ${typed('Array(UUID)', [...ids])}`;

/** What is stored with these events follows the last that was decided about each, and their verdicts follow it. */
async function storeLast(
  { clickhouse, database }: Stores,
  batch: BatchRow,
  ids: readonly string[],
  part: string,
): Promise<void> {
  const { rows } = await database.db.execute<{ row_id: string; decision: Decision }>(pgSql`
    SELECT DISTINCT ON (d.row_id) d.row_id, d.decision
    FROM event_decision d JOIN json_array_elements_text(${JSON.stringify(ids)}::json) AS asked(row_id) ON d.row_id = asked.row_id::uuid
    WHERE d.package_name = ${batch.packageName} ORDER BY d.row_id, d.id DESC`);
  for (const decision of DECISIONS) {
    const own = rows.filter((row) => row.decision === decision).map(({ row_id }) => row_id);
    if (own.length === 0) continue;
    await clickhouse.command(
      sql`UPDATE traffic SET decision = ${typed('String', decision)} WHERE ${rowsOf(batch, own)}`,
      { tag: 'decide-all' },
    );
  }
  const { reason } = batch;
  const author = batch.state === 'undoing' ? (batch.undoneBy ?? batch.author) : batch.author;
  const cause: ChangeCause = { kind: 'decision', operation: `decisions ${batch.id} ${part}`, author, reason };
  await rejudge(
    { clickhouse, database },
    { package: batch.packageName, where: rowsOf(batch, ids), changed: 'anything', cause },
  );
}
