import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { Found } from '#domains/alerts/contract/alert.ts';
import { alertAudit } from '#domains/alerts/contract/audit.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { nextGathering } from './gather.ts';
import { hourIn } from './periods.ts';
import {
  type AlertRow,
  alertDelivery,
  alertEvent,
  alertMailWish,
  alertMute,
  alertRecipient,
  alertTable,
} from './tables.ts';

export interface RaiseDeps {
  database: Database;
  now: () => Date;
}

const HOUR_MS = 3_600_000;

/**
 * Writes down what was found with all of its messages, or nothing: of two processes, or after a stop, the second finds
 * the result of the period there. Answers whether it is new.
 */
export async function raise(
  actor: Actor,
  { database, now }: RaiseDeps,
  { row, info, found }: { row: AlertRow; info: PackageInfo; found: Found },
): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    const [alert] = await tx.select().from(alertTable).where(eq(alertTable.id, row.id)).for('update');
    if (!alert?.active) return false;
    const { settings } = alert;
    const at = now();
    const [lately] = await tx
      .select({ id: alertEvent.id })
      .from(alertEvent)
      .where(
        and(
          eq(alertEvent.alertId, alert.id),
          eq(alertEvent.told, 'sent'),
          gt(alertEvent.raisedAt, new Date(at.getTime() - settings.cool_down * HOUR_MS)),
        ),
      )
      .limit(1);
    const told = lately ? 'cool_down' : 'sent';
    const [event] = await tx
      .insert(alertEvent)
      .values({ alertId: alert.id, period: found.period, severity: settings.severity, found, told, raisedAt: at })
      .onConflictDoNothing()
      .returning({ id: alertEvent.id });
    if (!event) return false;
    if (told === 'sent') {
      const people = await tx
        .select({ userId: alertRecipient.userId, every: alertMailWish.every })
        .from(alertRecipient)
        .leftJoin(alertMailWish, eq(alertMailWish.userId, alertRecipient.userId))
        .where(
          and(
            eq(alertRecipient.alertId, alert.id),
            notExists(
              tx
                .select({ one: sql`1` })
                .from(alertMute)
                .where(and(eq(alertMute.alertId, alert.id), eq(alertMute.userId, alertRecipient.userId))),
            ),
          ),
        );
      const dueAt = afterQuiet(at, settings.quiet, info.time_zone);
      const messages = [
        ...people.map(({ userId, every }) => {
          const mail = { eventId: event.id, channel: 'mail' as const, userId, dueAt };
          if (every === null || settings.severity === 'high') return mail;
          const morning = nextGathering(at, every, info.time_zone);
          return { ...mail, gathered: true, dueAt: afterQuiet(morning, settings.quiet, info.time_zone) };
        }),
        // Of what is grave somebody is to be in charge until it is closed.
        ...(settings.severity === 'high' ? [{ eventId: event.id, channel: 'incident' as const, dueAt: at }] : []),
        ...settings.hooks.map(({ kind, url }) => ({ eventId: event.id, channel: kind, target: url, dueAt })),
      ];
      if (messages.length > 0) await tx.insert(alertDelivery).values(messages).onConflictDoNothing();
    }
    await audit(tx, actor, {
      action: alertAudit.raise,
      subject: alert.name,
      package: alert.packageName,
      details: { id: alert.id, event: event.id, period: found.period, value: found.value, limit: found.limit, told },
    });
    return true;
  });
}

/** Now, or the end of the quiet hours it is in: by the clock of the package, to the hour. */
export function afterQuiet(at: Date, quiet: { from: number; to: number } | null, timeZone: string): Date {
  if (!quiet || quiet.from === quiet.to) return at;
  const isQuiet = (hour: number): boolean =>
    quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to;
  if (!isQuiet(hourIn(timeZone, at))) return at;
  // Hour by hour, so that clocks that are put on or back need no thought.
  let end = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  while (isQuiet(hourIn(timeZone, end))) end = new Date(end.getTime() + HOUR_MS);
  return end;
}
