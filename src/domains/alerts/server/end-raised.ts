import { and, eq, isNull } from 'drizzle-orm';
import { ENDED } from '#domains/alerts/contract/alert.ts';
import { alertAudit } from '#domains/alerts/contract/audit.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { RaiseDeps } from './raise.ts';
import { type AlertRow, alertDelivery, alertEvent, type EventRow } from './tables.ts';

/**
 * Ends what was raised and holds no longer: an import was taken back, a rule or the white list was changed, or the day
 * went on otherwise. Messages that still wait are not sent. Whether it was worth a case is for people: incidents stay.
 */
export async function endRaised(
  actor: Actor,
  { database, now }: RaiseDeps,
  { row, id, why }: { row: AlertRow; id: number; why: NonNullable<EventRow['endedWhy']> },
): Promise<void> {
  await database.db.transaction(async (tx) => {
    const [event] = await tx
      .update(alertEvent)
      .set({ endedAt: now(), endedWhy: why })
      .where(and(eq(alertEvent.id, id), isNull(alertEvent.endedAt)))
      .returning({ period: alertEvent.period });
    if (!event) return;
    await tx
      .update(alertDelivery)
      .set({ state: 'dropped', error: ENDED, doneAt: now() })
      .where(and(eq(alertDelivery.eventId, id), eq(alertDelivery.state, 'waiting')));
    await audit(tx, actor, {
      action: alertAudit.end,
      subject: row.name,
      package: row.packageName,
      details: { id: row.id, event: id, period: event.period, why },
    });
  });
}
