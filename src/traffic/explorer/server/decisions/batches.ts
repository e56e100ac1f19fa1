import { and, desc, eq, getTableColumns, ne, sql as pgSql } from 'drizzle-orm';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { eventAudit } from '#traffic/explorer/contract/audit.ts';
import { BATCH_STATES, type Batch } from '#traffic/explorer/contract/decision-endpoints.ts';
import { refuse } from '../refuse.ts';
import { type BatchRow, decisionBatch } from './tables.ts';

const SHOWN = 20;

type Told = Omit<BatchRow, 'rowIds'>;

/** All but the ids of its events, which nobody reads. */
const { rowIds: _rowIds, ...TOLD } = getTableColumns(decisionBatch);

/** Whoever is kept to some vendors would learn of other traffic by what others decided. */
const isOpenTo = (scope: Scope, { authorId }: Told): boolean => scope.vendors === 'all' || authorId === scope.userId;

function told(scope: Scope, row: Told): Batch {
  const state = BATCH_STATES.find((known) => known === row.state) ?? 'marking';
  return {
    id: row.id,
    decision: row.decision,
    state,
    events: row.events,
    share: row.events === 0 ? 1 : Math.min(1, row.marked / row.events),
    reason: row.reason,
    author: row.author,
    at: (row.decidedAt ?? row.createdAt).toISOString(),
    undoable: (state === 'marking' || state === 'done') && isOpenTo(scope, row),
  };
}

/** Decisions about many events of a package, newest first. */
export async function batchesOf(scope: Scope, { db }: Database, packageName: string): Promise<Batch[]> {
  requireMay(scope, 'event.judge');
  const rows = await db
    .select(TOLD)
    .from(decisionBatch)
    .where(and(eq(decisionBatch.packageName, requirePackage(scope, packageName)), ne(decisionBatch.state, 'previewed')))
    .orderBy(desc(decisionBatch.id))
    .limit(SHOWN);
  return rows.filter((row) => isOpenTo(scope, row)).map((row) => told(scope, row));
}

interface Named {
  package: string;
  id: number;
}

/** Begins what was previewed; only who has previewed it knows what it is about. Asked again it changes nothing. */
export async function confirmBatch(
  scope: Scope,
  { db }: Database,
  { package: packageName, id, reason }: Named & { reason: string },
): Promise<Batch> {
  requireMay(scope, 'event.judge');
  requirePackage(scope, packageName);
  return await db.transaction(async (tx) => {
    const [batch] = await tx
      .select(TOLD)
      .from(decisionBatch)
      .where(and(eq(decisionBatch.id, id), eq(decisionBatch.packageName, packageName)))
      .for('update');
    if (!batch || batch.authorId !== scope.userId) throw refuse('preview_gone', {}, { as: 'not_found' });
    if (batch.state !== 'previewed') return told(scope, batch);
    const begun = { state: 'marking', reason, author: scope.userName, decidedAt: new Date() } as const;
    await tx.update(decisionBatch).set(begun).where(eq(decisionBatch.id, id));
    const details = { decision: batch.decision, reason, events: batch.events };
    await audit(tx, scope, { action: eventAudit.judgeAll, subject: String(id), package: packageName, details });
    return told(scope, { ...batch, ...begun });
  });
}

/** Takes it back, also while it is still being made. Asked again it changes nothing. */
export async function undoBatch(scope: Scope, { db }: Database, { package: packageName, id }: Named): Promise<Batch> {
  requireMay(scope, 'event.judge');
  requirePackage(scope, packageName);
  return await db.transaction(async (tx) => {
    const [batch] = await tx
      .select(TOLD)
      .from(decisionBatch)
      .where(and(eq(decisionBatch.id, id), eq(decisionBatch.packageName, packageName)))
      .for('update');
    if (!batch || batch.state === 'previewed') throw appError('not_found');
    if (!isOpenTo(scope, batch)) throw refuse('not_to_undo', {}, { as: 'forbidden' });
    if (batch.state === 'undoing' || batch.state === 'undone') return told(scope, batch);
    const begun = { state: 'undoing', undoneBy: scope.userName, finishedAt: null } as const;
    await tx.update(decisionBatch).set(begun).where(eq(decisionBatch.id, id));
    const details = { decision: batch.decision, reason: batch.reason, events: batch.events };
    await audit(tx, scope, { action: eventAudit.undoAll, subject: String(id), package: packageName, details });
    return told(scope, { ...batch, ...begun });
  });
}

/** What a stop left undone. */
export async function unfinishedBatches({ db }: Database): Promise<{ id: number }[]> {
  return await db
    .select({ id: decisionBatch.id })
    .from(decisionBatch)
    .where(pgSql`${decisionBatch.state} IN ('marking', 'undoing')`)
    .orderBy(decisionBatch.id);
}
