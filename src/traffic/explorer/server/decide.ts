import { and, desc, eq } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Decision, Verdict } from '#traffic/event/contract/event.ts';
import { eventAudit } from '#traffic/explorer/contract/audit.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { eventDecision } from '#traffic/judge/server/tables.ts';
import { findEvent, whereEvent } from './stored-event.ts';

export interface DecisionRequest {
  package: string;
  rowId: string;
  decision: Decision;
  reason: string;
}

/**
 * A person marks an event, or takes the mark back (`none`); its verdict changes at once, and with an install those of
 * its events. The history comes first: what is stored with the event can always be made again from it. Marking the same
 * again writes no second entry.
 */
export async function decideEvent(
  scope: Scope,
  stores: Stores,
  { package: packageName, rowId, decision, reason }: DecisionRequest,
): Promise<{ row_id: string; decision: Decision; verdict: Verdict; reason: string }> {
  const { clickhouse, database } = stores;
  const stored = await findEvent(scope, clickhouse, packageName, rowId);
  if ((await lastDecision(database, packageName, rowId)).decision !== decision)
    await database.db.transaction(async (tx) => {
      await tx.insert(eventDecision).values({
        packageName,
        rowId,
        kind: stored.kind,
        ts: new Date(`${stored.ts.replace(' ', 'T')}Z`),
        decision,
        reason,
        author: scope.userName,
      });
      const details = { decision, reason, kind: stored.kind, verdict: stored.verdict };
      await audit(tx, scope, { action: eventAudit.judge, subject: rowId, package: packageName, details });
    });
  const where = whereEvent(stored);
  await clickhouse.command(sql`UPDATE traffic SET decision = ${typed('String', decision)} WHERE ${where}`, {
    tag: 'decide',
  });
  const { id } = await lastDecision(database, packageName, rowId);
  const cause = { kind: 'decision', operation: `decision ${id}`, author: scope.userName, reason } as const;
  await rejudge(stores, { package: packageName, where, changed: 'anything', cause });
  const now = await findEvent(scope, clickhouse, packageName, rowId);
  return { row_id: rowId, decision: now.decision, verdict: now.verdict, reason: now.reason };
}

async function lastDecision(
  { db }: Database,
  packageName: string,
  rowId: string,
): Promise<{ id: number; decision: Decision }> {
  const [last] = await db
    .select({ id: eventDecision.id, decision: eventDecision.decision })
    .from(eventDecision)
    .where(and(eq(eventDecision.packageName, packageName), eq(eventDecision.rowId, rowId)))
    .orderBy(desc(eventDecision.id))
    .limit(1);
  return last ?? { id: 0, decision: 'none' };
}
