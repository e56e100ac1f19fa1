import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alertAudit } from '#domains/alerts/contract/audit.ts';
import type { DeliveryView, RaisedAlert, STATES } from '#domains/alerts/contract/endpoints.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { findAlert, type StoreDeps } from './alert-store.ts';
import { hrefOf } from './alert-text.ts';
import { requireAlerts, seesWhole } from './people.ts';
import { alertDelivery, alertEvent, alertInbox, alertMute, alertTable, type EventRow } from './tables.ts';

type State = (typeof STATES)[number];
const HOUR_MS = 3_600_000;

/** How far the caller is with each, joined to what was raised. */
const ofCaller = (scope: Scope) => and(eq(alertInbox.eventId, alertEvent.id), eq(alertInbox.userId, scope.userId));
const mutedByCaller = (scope: Scope) =>
  and(eq(alertMute.alertId, alertEvent.alertId), eq(alertMute.userId, scope.userId));

function inState(state: State, now: Date): SQL | undefined {
  const snoozed = gt(alertInbox.snoozedUntil, now);
  if (state === 'ended') return isNotNull(alertEvent.endedAt);
  if (state === 'acknowledged') return isNotNull(alertInbox.acknowledgedAt);
  if (state === 'snoozed') return and(isNull(alertEvent.endedAt), isNull(alertInbox.acknowledgedAt), snoozed);
  if (state === 'all') return undefined;
  return and(
    isNull(alertEvent.endedAt),
    isNull(alertInbox.acknowledgedAt),
    or(isNull(alertInbox.snoozedUntil), lte(alertInbox.snoozedUntil, now)),
    isNull(alertMute.alertId),
  );
}

export async function listRaised(
  scope: Scope,
  { database: { db }, now }: StoreDeps,
  { packageName, state, page, limit }: { packageName: string; state: State; page: number; limit: number },
): Promise<{ rows: RaisedAlert[]; total: number; unread: number }> {
  requireAlerts(scope, packageName, 'rules.read');
  const at = now();
  const from = (where: SQL | undefined) => and(eq(alertTable.packageName, packageName), where);
  const rows = await db
    .select({ event: alertEvent, alert: alertTable, own: alertInbox, muted: alertMute.alertId })
    .from(alertEvent)
    .innerJoin(alertTable, eq(alertTable.id, alertEvent.alertId))
    .leftJoin(alertInbox, ofCaller(scope))
    .leftJoin(alertMute, mutedByCaller(scope))
    .where(from(inState(state, at)))
    .orderBy(desc(alertEvent.raisedAt), desc(alertEvent.period), desc(alertEvent.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const counted = (which: SQL | undefined) => countRaised(scope, db, from(which));
  const total = await counted(inState(state, at));
  const unread = await counted(and(inState('open', at), isNull(alertInbox.readAt)));
  const messages = await messagesOf(
    db,
    rows.map(({ event }) => event.id),
  );
  return {
    rows: rows.map(({ event, alert, own, muted }) => ({
      id: event.id,
      alert_id: alert.id,
      name: alert.name,
      package_name: alert.packageName,
      metric: alert.settings.metric,
      comparison: alert.settings.comparison,
      direction: alert.settings.direction,
      severity: event.severity,
      raised_at: event.raisedAt.toISOString(),
      found: event.found,
      ...toldOf(event, messages.get(event.id)),
      ended_at: event.endedAt?.toISOString() ?? null,
      ended_why: event.endedWhy,
      href: hrefOf({ alert, found: event.found }),
      read: own?.readAt != null,
      acknowledged: own?.acknowledgedAt != null,
      snoozed_until: own?.snoozedUntil && own.snoozedUntil > at ? own.snoozedUntil.toISOString() : null,
      muted: muted !== null,
    })),
    total,
    unread,
  };
}

interface Messages {
  sent: number;
  failed: number;
  /** The first that waits. */
  due_at: Date | null;
}

/** What became of the messages of each; an incident is none. */
async function messagesOf(db: Database['db'], ids: readonly number[]): Promise<Map<number, Messages>> {
  if (ids.length === 0) return new Map();
  const inState = (state: 'sent' | 'failed') =>
    sql<number>`(count(*) FILTER (WHERE ${alertDelivery.state} = ${state}))::int`;
  const rows = await db
    .select({
      id: alertDelivery.eventId,
      sent: inState('sent'),
      failed: inState('failed'),
      due_at: sql<Date | null>`min(${alertDelivery.dueAt}) FILTER (WHERE ${alertDelivery.state} = 'waiting')`.mapWith(
        alertDelivery.dueAt,
      ),
    })
    .from(alertDelivery)
    .where(and(inArray(alertDelivery.eventId, [...ids]), ne(alertDelivery.channel, 'incident')))
    .groupBy(alertDelivery.eventId);
  return new Map(rows.map(({ id, ...messages }) => [id, messages]));
}

/** What is true of the messages, not what was meant: quiet hours and gathered mails hold them back. */
function toldOf({ told }: EventRow, messages: Messages | undefined): Pick<RaisedAlert, 'told' | 'due_at'> {
  if (told === 'cool_down') return { told, due_at: null };
  if (messages?.due_at) return { told: 'waits', due_at: messages.due_at.toISOString() };
  if (messages && messages.sent > 0) return { told: 'sent', due_at: null };
  return { told: messages && messages.failed > 0 ? 'failed' : 'nobody', due_at: null };
}

async function countRaised(scope: Scope, db: Database['db'], where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(alertEvent)
    .innerJoin(alertTable, eq(alertTable.id, alertEvent.alertId))
    .leftJoin(alertInbox, ofCaller(scope))
    .leftJoin(alertMute, mutedByCaller(scope))
    .where(where);
  return row?.n ?? 0;
}

/** For the bell: none for whoever sees a part of the package, as there is nothing they may read. */
export async function countUnread(scope: Scope, { database, now }: StoreDeps, packageName: string): Promise<number> {
  requireMay(scope, 'rules.read');
  requirePackage(scope, packageName);
  if (!seesWhole(scope)) return 0;
  const open = and(inState('open', now()), isNull(alertInbox.readAt));
  return countRaised(scope, database.db, and(eq(alertTable.packageName, packageName), open));
}

/** For the caller alone: others see it as they left it. */
export async function handleRaised(
  scope: Scope,
  deps: StoreDeps,
  id: number,
  asked: { read?: boolean | undefined; acknowledged?: boolean | undefined; snooze?: number | undefined },
): Promise<void> {
  const { db } = deps.database;
  const [event] = await db.select({ alertId: alertEvent.alertId }).from(alertEvent).where(eq(alertEvent.id, id));
  if (!event) throw appError('not_found');
  await findAlert(scope, deps, event.alertId, { permission: 'rules.read' });
  const now = deps.now();
  const at = (said: boolean | undefined) => (said === undefined ? undefined : said ? now : null);
  const part = {
    readAt: at(asked.read),
    acknowledgedAt: at(asked.acknowledged),
    snoozedUntil: asked.snooze === undefined ? undefined : new Date(now.getTime() + asked.snooze * HOUR_MS),
  };
  const said = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
  await db
    .insert(alertInbox)
    .values({ eventId: id, userId: scope.userId, ...said })
    .onConflictDoUpdate({
      target: [alertInbox.eventId, alertInbox.userId],
      set: Object.keys(said).length > 0 ? said : { eventId: id },
    });
}

const TARGET = sql<string>`coalesce(${appUser.email}, ${alertDelivery.target})`;

export async function listDeliveries(
  scope: Scope,
  deps: StoreDeps,
  id: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DeliveryView[]; total: number }> {
  await findAlert(scope, deps, id, { permission: 'rules.read' });
  const { db } = deps.database;
  const where = eq(alertEvent.alertId, id);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ delivery: alertDelivery, period: alertEvent.period, target: TARGET })
      .from(alertDelivery)
      .innerJoin(alertEvent, eq(alertEvent.id, alertDelivery.eventId))
      .leftJoin(appUser, eq(appUser.id, alertDelivery.userId))
      .where(where)
      .orderBy(desc(alertDelivery.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ total: count() })
      .from(alertDelivery)
      .innerJoin(alertEvent, eq(alertEvent.id, alertDelivery.eventId))
      .where(where),
  ]);
  return { rows: rows.map(deliveryView), total: counted?.total ?? 0 };
}

function deliveryView(row: {
  delivery: typeof alertDelivery.$inferSelect;
  period: string;
  target: string;
}): DeliveryView {
  const { id, eventId, channel, state, tries, dueAt, doneAt, status, error } = row.delivery;
  return {
    id,
    event_id: eventId,
    period: row.period,
    channel,
    target: row.target,
    state,
    tries,
    due_at: dueAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    status,
    error,
  };
}

/** From the first try on: whoever was switched off for a day has it again at once. */
export async function redeliver(scope: Scope, deps: StoreDeps, id: number): Promise<DeliveryView> {
  const { db } = deps.database;
  const [found] = await db
    .select({ event: alertEvent })
    .from(alertDelivery)
    .innerJoin(alertEvent, eq(alertEvent.id, alertDelivery.eventId))
    .where(eq(alertDelivery.id, id));
  if (!found) throw appError('not_found');
  const alert = await findAlert(scope, deps, found.event.alertId, { permission: 'rules.write' });
  return db.transaction(async (tx) => {
    await tx
      .update(alertDelivery)
      .set({ state: 'waiting', tries: 0, dueAt: deps.now(), doneAt: null, status: null, error: null })
      .where(eq(alertDelivery.id, id));
    const [row] = await tx
      .select({ delivery: alertDelivery, period: alertEvent.period, target: TARGET })
      .from(alertDelivery)
      .innerJoin(alertEvent, eq(alertEvent.id, alertDelivery.eventId))
      .leftJoin(appUser, eq(appUser.id, alertDelivery.userId))
      .where(eq(alertDelivery.id, id));
    if (!row) throw appError('not_found');
    await audit(tx, scope, {
      action: alertAudit.redeliver,
      subject: alert.name,
      package: alert.packageName,
      details: { id: alert.id, delivery: id, channel: row.delivery.channel },
    });
    return deliveryView(row);
  });
}
