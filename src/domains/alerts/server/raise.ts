import { and, eq, gt, ne, notExists, sql } from 'drizzle-orm';
import { ENDED, type Found } from '#domains/alerts/contract/alert.ts';
import { alertAudit } from '#domains/alerts/contract/audit.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Transaction } from './alert-store.ts';
import { nextGathering } from './gather.ts';
import { MOST_CAUSES } from './judge.ts';
import type { Standing } from './looked-back.ts';
import { hourIn } from './periods.ts';
import {
  type AlertRow,
  alertDelivery,
  alertEvent,
  alertInbox,
  alertMailWish,
  alertMute,
  alertRecipient,
  alertTable,
  type EventRow,
} from './tables.ts';

export interface RaiseDeps {
  database: Database;
  now: () => Date;
}

const HOUR_MS = 3_600_000;

/**
 * Writes down what was found with all of its messages, or nothing: of two processes, or after a stop, the second finds
 * the result of the period there. A cause that joins later in the period is told with messages of its own, in the same
 * entry of the inbox. Answers whether there is something new.
 */
export async function raise(
  actor: Actor,
  { database, now }: RaiseDeps,
  { row, info, standing }: { row: AlertRow; info: PackageInfo; standing: Standing },
): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    const [alert] = await tx.select().from(alertTable).where(eq(alertTable.id, row.id)).for('update');
    if (!alert?.active) return false;
    const { period, found } = standing;
    const [before] = await tx
      .select()
      .from(alertEvent)
      .where(and(eq(alertEvent.alertId, alert.id), eq(alertEvent.period, period)));
    if (before?.endedAt) await holdAgain(tx, before, now());
    // Found by what was known when it was read: of what another process has told since, the next turn says the rest.
    if (!found || found.causes.some(({ publisher }) => before?.known.includes(publisher))) return false;
    const at = now();
    const told = (await isCoolingDown(tx, alert, at)) ? 'cool_down' : 'sent';
    const event = await (before
      ? joined(tx, before, { standing, found, told, at })
      : first(tx, alert, { standing, found, told, at }));
    if (told === 'sent') await writeMessages(tx, { alert, event, info, at });
    await audit(tx, actor, {
      action: alertAudit.raise,
      subject: alert.name,
      package: alert.packageName,
      details: { id: alert.id, event: event.id, period, value: found.value, limit: found.limit, told },
    });
    return true;
  });
}

interface News {
  standing: Standing;
  found: Found;
  told: EventRow['told'];
  at: Date;
}

async function isCoolingDown(tx: Transaction, { id, settings }: AlertRow, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - settings.cool_down * HOUR_MS);
  const [lately] = await tx
    .select({ id: alertEvent.id })
    .from(alertEvent)
    .where(and(eq(alertEvent.alertId, id), gt(alertEvent.toldAt, since)))
    .limit(1);
  return lately !== undefined;
}

async function first(tx: Transaction, { id, settings }: AlertRow, news: News): Promise<EventRow> {
  const { standing, found, told, at } = news;
  const [event] = await tx
    .insert(alertEvent)
    .values({
      alertId: id,
      period: standing.period,
      severity: settings.severity,
      found,
      told,
      raisedAt: at,
      toldAt: told === 'sent' ? at : null,
      known: [...standing.risen],
    })
    .returning();
  if (!event) throw new Error('A raised alert was not stored');
  return event;
}

/** The new cause stands first; whoever has read or acknowledged the entry has not read this. */
async function joined(tx: Transaction, before: EventRow, { standing, found, told, at }: News): Promise<EventRow> {
  const [event] = await tx
    .update(alertEvent)
    .set({
      found: {
        ...found,
        joined: found.causes.length,
        causes: [...found.causes, ...before.found.causes].slice(0, MOST_CAUSES),
      },
      known: [...new Set([...before.known, ...standing.risen])],
      turn: before.turn + 1,
      told,
      raisedAt: at,
      toldAt: told === 'sent' ? at : before.toldAt,
    })
    .where(eq(alertEvent.id, before.id))
    .returning();
  if (!event) throw new Error('A raised alert was not stored');
  await tx.update(alertInbox).set({ readAt: null, acknowledgedAt: null }).where(eq(alertInbox.eventId, event.id));
  return event;
}

/** What had ended holds again: nothing new to tell, but for messages that were held back as it had ended. */
async function holdAgain(tx: Transaction, { id }: EventRow, at: Date): Promise<void> {
  await tx.update(alertEvent).set({ endedAt: null, endedWhy: null }).where(eq(alertEvent.id, id));
  await tx
    .update(alertDelivery)
    .set({
      state: 'waiting',
      error: null,
      doneAt: null,
      dueAt: sql`greatest(${alertDelivery.dueAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(and(eq(alertDelivery.eventId, id), eq(alertDelivery.state, 'dropped'), eq(alertDelivery.error, ENDED)));
}

interface Telling {
  alert: AlertRow;
  event: EventRow;
  info: PackageInfo;
  at: Date;
}

async function writeMessages(tx: Transaction, { alert, event, info, at }: Telling): Promise<void> {
  const { settings } = alert;
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
  const of = { eventId: event.id, turn: event.turn };
  const messages = [
    ...people.map(({ userId, every }) => {
      const mail = { ...of, channel: 'mail' as const, userId, dueAt };
      if (every === null || settings.severity === 'high') return mail;
      const morning = nextGathering(at, every, info.time_zone);
      return { ...mail, gathered: true, dueAt: afterQuiet(morning, settings.quiet, info.time_zone) };
    }),
    // Of what is grave somebody is to be in charge until it is closed.
    ...(settings.severity === 'high' ? [{ ...of, channel: 'incident' as const, dueAt: at }] : []),
    ...settings.hooks.map(({ kind, url }) => ({ ...of, channel: kind, target: url, dueAt })),
  ];
  // One that still waits is written when it is sent, and tells of the new cause too.
  const waiting = await tx
    .select({ channel: alertDelivery.channel, target: alertDelivery.target, userId: alertDelivery.userId })
    .from(alertDelivery)
    .where(
      and(
        eq(alertDelivery.eventId, event.id),
        eq(alertDelivery.state, 'waiting'),
        ne(alertDelivery.channel, 'incident'),
      ),
    );
  const wayOf = (to: { channel: string; target?: string; userId?: number | null }) =>
    `${to.channel} ${to.target ?? ''} ${to.userId ?? ''}`;
  const held = new Set(waiting.map(wayOf));
  const fresh = messages.filter((message) => !held.has(wayOf(message)));
  if (fresh.length > 0) await tx.insert(alertDelivery).values(fresh).onConflictDoNothing();
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
