import { and, eq, lte, sql } from 'drizzle-orm';
import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import { appUser, packageTable } from '#platform/server/access/tables.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { signedHeaders } from '#platform/server/http/webhook-signature.ts';
import { type Mailer, NO_SERVER } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Raised, type Said, saidOf, type TextDeps } from './alert-text.ts';
import { hookBody } from './hook-body.ts';
import { isReader } from './people.ts';
import { signingSecret } from './signing-secret.ts';
import { alertDelivery, alertEvent, alertTable, type DeliveryRow } from './tables.ts';

export interface DeliverDeps extends TextDeps {
  database: Database;
  mailer: Pick<Mailer, 'mode' | 'keep' | 'deliverDue'>;
  outbound: Pick<Outbound, 'postJson'>;
  now: () => Date;
  webhookKey: Buffer;
  /** Once for its cause, however often it is asked. */
  openIncident: (incident: NewIncident) => Promise<unknown>;
}

/** Pauses between tries of a webhook; after the last it has failed and waits for somebody to send it again. About two days, as Standard Webhooks has it. */
export const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000] as const;
/** One try takes at most this long; of a process that died meanwhile another takes over. */
const LEASE_MS = 60_000;
const AT_ONCE = 200;

/** What goes out now: by itself, or gathered with others of its person. */
export const isDue = ({ now }: Pick<DeliverDeps, 'now'>, gathered = false) =>
  and(eq(alertDelivery.state, 'waiting'), eq(alertDelivery.gathered, gathered), lte(alertDelivery.dueAt, now()));

/** Sends what is due. Answers how many went out. */
export async function deliverDue(deps: DeliverDeps, signal?: AbortSignal): Promise<number> {
  const due = await deps.database.db
    .select({ id: alertDelivery.id })
    .from(alertDelivery)
    .where(isDue(deps))
    .orderBy(alertDelivery.dueAt)
    .limit(AT_ONCE);
  let sent = 0;
  for (const { id } of due) {
    signal?.throwIfAborted();
    if (await deliver(deps, id)) sent++;
  }
  if (sent > 0 && deps.mailer.mode === 'smtp') void deps.mailer.deliverDue().catch(() => {});
  return sent;
}

async function deliver(deps: DeliverDeps, id: number): Promise<boolean> {
  const [claimed] = await deps.database.db
    .update(alertDelivery)
    .set({ tries: sql`${alertDelivery.tries} + 1`, dueAt: new Date(deps.now().getTime() + LEASE_MS) })
    .where(and(eq(alertDelivery.id, id), isDue(deps)))
    .returning();
  if (!claimed) return false;
  const raised = await raisedBy(deps.database, claimed);
  if (!raised) return false;
  if (claimed.channel === 'mail') return sendMail(deps, claimed, raised);
  return outside(deps, claimed, raised);
}

/** What a message tells of. */
export async function raisedBy(
  { db }: Database,
  { eventId, turn }: Pick<DeliveryRow, 'eventId' | 'turn'>,
): Promise<Raised | undefined> {
  const [row] = await db
    .select({ event: alertEvent, alert: alertTable, title: packageTable.title, currency: packageTable.currency })
    .from(alertEvent)
    .innerJoin(alertTable, eq(alertTable.id, alertEvent.alertId))
    .innerJoin(packageTable, eq(packageTable.name, alertTable.packageName))
    .where(eq(alertEvent.id, eventId));
  if (!row) return undefined;
  const { id, found, severity, raisedAt } = row.event;
  const { alert, title: packageTitle, currency } = row;
  return { id, found, severity, raisedAt, turn, alert, packageTitle, currency };
}

/** Handed over to the mailer in one step with its entry here: it goes out once, and the mailer tries again by itself. */
async function sendMail(deps: DeliverDeps, delivery: DeliveryRow, raised: Raised): Promise<boolean> {
  const { database, mailer, now } = deps;
  const { userId } = delivery;
  const [person] = await database.db
    .select({ name: appUser.name, email: appUser.email, language: appUser.language })
    .from(appUser)
    .where(eq(appUser.id, userId ?? 0));
  if (!person || userId === null || !(await isReader(database, userId, raised.alert.packageName))) {
    await settle(database, delivery, { state: 'dropped', doneAt: now() });
    return false;
  }
  if (mailer.mode === 'off') {
    await settle(database, delivery, { state: 'failed', error: NO_SERVER, doneAt: now() });
    return false;
  }
  const said = await saidOf(deps, person.language, raised);
  await database.db.transaction(async (tx) => {
    await mailer.keep(tx, { kind: 'alert', to: person.email, subject: said.title, text: mailText(said, person.name) });
    await tx
      .update(alertDelivery)
      .set({ state: 'sent', error: null, doneAt: now() })
      .where(eq(alertDelivery.id, delivery.id));
  });
  return true;
}

function mailText({ t, what, why, sure, causes, picture, link }: Said, person: string): string {
  return [
    t('alerts:mail_hello', { person }),
    what,
    why,
    sure,
    ...(causes.length > 1 ? [`${t('alerts:mail_causes')}\n${causes.map((cause) => `- ${cause}`).join('\n')}`] : []),
    ...(picture === '' ? [] : [`${t('alerts:mail_curve')}\n${picture}`]),
    `${t('alerts:mail_link')}\n${link}`,
    t('alerts:mail_stop'),
    'Adsieve',
  ].join('\n\n');
}

/** What leaves the program, or another slice does: tried again until it went well. */
async function outside(deps: DeliverDeps, delivery: DeliveryRow, raised: Raised): Promise<boolean> {
  const { database, now } = deps;
  try {
    const status = delivery.channel === 'incident' ? await open(deps, raised) : await callHook(deps, delivery, raised);
    if (status === null || (status >= 200 && status < 300)) {
      await settle(database, delivery, { state: 'sent', status, error: null, doneAt: now() });
      return true;
    }
    await again(deps, delivery, { status, error: `HTTP ${status}` });
  } catch (error) {
    await again(deps, delivery, { status: null, error: error instanceof Error ? error.message : String(error) });
  }
  return false;
}

async function callHook(deps: DeliverDeps, delivery: DeliveryRow, raised: Raised): Promise<number> {
  const said = await saidOf(deps, 'en', raised);
  const body = JSON.stringify(hookBody(delivery.channel, raised, said));
  // The same at every try, so that whoever receives it twice can tell.
  const id = `alert-${raised.id}-${delivery.id}`;
  const secret = signingSecret(deps.webhookKey, raised.alert.id);
  const headers = delivery.channel === 'webhook' ? signedHeaders([secret], { id, at: deps.now(), body }) : {};
  return (await deps.outbound.postJson(delivery.target, body, headers)).status;
}

async function open(deps: DeliverDeps, raised: Raised): Promise<null> {
  const { alert, found, raisedAt, turn } = raised;
  const said = await saidOf(deps, 'en', raised);
  const { kind: kinds = [], ...filters } = alert.settings.filters;
  // All that rose: of what joined later the cases before are others.
  const causes = turn > 1 ? found.causes.slice(0, found.joined) : found.causes;
  const publishers = causes.map(({ publisher }) => publisher).filter((publisher) => publisher !== '');
  const where = { ...filters, ...(publishers.length === 0 ? {} : { publisher: publishers }) };
  const { value, usual, limit } = found;
  const events = causes.reduce((sum, cause) => sum + cause.events, 0);
  await deps.openIncident({
    package_name: alert.packageName,
    source: 'alert',
    // Another cause of the same period is another case.
    key: `${alert.id} ${found.period}${turn > 1 ? ` ${turn}` : ''}`,
    title: said.title.slice(0, 300),
    publisher: found.publisher.slice(0, 500),
    url: said.link.slice(0, 2000),
    evidence: {
      asked: { from: found.day, to: found.day, kinds, where: known(where) },
      numbers: { value, limit, events, ...(usual === null ? {} : { usual }) },
    },
    happened_at: raisedAt,
  });
  return null;
}

type Where = NonNullable<NonNullable<NewIncident['evidence']>['asked']>['where'];

const known = (where: Readonly<Record<string, string[] | undefined>>): Where =>
  Object.fromEntries(Object.entries(where).filter(([, values]) => values && values.length > 0)) as Where;

async function again(
  { database, now }: DeliverDeps,
  delivery: DeliveryRow,
  what: { status: number | null; error: string },
): Promise<void> {
  const pause = RETRY_SECONDS[delivery.tries - 1];
  const next =
    pause === undefined
      ? { state: 'failed' as const, doneAt: now() }
      : { dueAt: new Date(now().getTime() + pause * 1000) };
  await settle(database, delivery, { ...what, error: what.error.slice(0, 500), ...next });
}

const settle = ({ db }: Database, { id }: DeliveryRow, part: Partial<DeliveryRow>) =>
  db.update(alertDelivery).set(part).where(eq(alertDelivery.id, id));
