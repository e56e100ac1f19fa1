import { and, asc, eq, inArray } from 'drizzle-orm';
import type { MAIL_WISHES } from '#domains/alerts/contract/alert.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { NO_SERVER } from '#platform/server/mail/mailer.ts';
import type { StoreDeps } from './alert-store.ts';
import { type Said, saidOf } from './alert-text.ts';
import { type DeliverDeps, isDue, raisedBy } from './deliver.ts';
import { grouped } from './grouped.ts';
import { isReader } from './people.ts';
import { hourIn } from './periods.ts';
import { alertDelivery, alertMailWish } from './tables.ts';

export type MailWish = (typeof MAIL_WISHES)[number];
type Every = Exclude<MailWish, 'each'>;

const HOUR_MS = 3_600_000;
/** When people begin: by the clock of the package, on Mondays for a week. */
const HOUR = 8;
/** Alerts one mail tells of; the inbox has the rest. */
const MOST_TOLD = 50;
const AT_ONCE = 200;

const isMonday = (timeZone: string, at: Date): boolean =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' }).format(at) === 'Mon';

/** The next morning, or Monday morning, after a moment. */
export function nextGathering(at: Date, every: Every, timeZone: string): Date {
  // Hour by hour, so that clocks that are put on or back need no thought.
  let next = new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS);
  while (hourIn(timeZone, next) !== HOUR || (every === 'week' && !isMonday(timeZone, next)))
    next = new Date(next.getTime() + HOUR_MS);
  return next;
}

/** How the caller hears of alerts by mail. */
export async function mailWishOf({ userId }: Scope, { database }: Pick<StoreDeps, 'database'>): Promise<MailWish> {
  const [wish] = await database.db.select().from(alertMailWish).where(eq(alertMailWish.userId, userId));
  return wish?.every ?? 'each';
}

/** From now on; what waits to be gathered comes at once. */
export async function wishMails({ userId }: Scope, { database, now }: StoreDeps, wish: MailWish): Promise<void> {
  await database.db.transaction(async (tx) => {
    if (wish === 'each') await tx.delete(alertMailWish).where(eq(alertMailWish.userId, userId));
    else
      await tx
        .insert(alertMailWish)
        .values({ userId, every: wish })
        .onConflictDoUpdate({ target: alertMailWish.userId, set: { every: wish } });
    await tx
      .update(alertDelivery)
      .set({ dueAt: now() })
      .where(
        and(eq(alertDelivery.userId, userId), eq(alertDelivery.state, 'waiting'), eq(alertDelivery.gathered, true)),
      );
  });
}

/** Sends the mails of all that is gathered and due. Answers how many messages they hold. */
export async function sendAllGathered(deps: DeliverDeps, signal?: AbortSignal): Promise<number> {
  const people = await deps.database.db
    .selectDistinct({ id: alertDelivery.userId })
    .from(alertDelivery)
    .where(isDue(deps, true))
    .limit(AT_ONCE);
  let sent = 0;
  for (const { id } of people) {
    signal?.throwIfAborted();
    if (id !== null) sent += await sendGathered(deps, id);
  }
  if (sent > 0 && deps.mailer.mode === 'smtp') void deps.mailer.deliverDue().catch(() => {});
  return sent;
}

/**
 * One mail of all that waits for a person, written down in one step with its entries: it goes out once, whatever is
 * killed. Answers how many messages it holds.
 */
async function sendGathered(deps: DeliverDeps, userId: number): Promise<number> {
  const { database, mailer, now } = deps;
  return database.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(alertDelivery)
      .where(and(eq(alertDelivery.userId, userId), isDue(deps, true)))
      .orderBy(asc(alertDelivery.id))
      .for('update', { skipLocked: true });
    const settle = async (which: readonly { id: number }[], state: 'sent' | 'failed' | 'dropped') => {
      if (which.length === 0) return;
      const error = state === 'failed' ? NO_SERVER : null;
      const ids = which.map(({ id }) => id);
      await tx.update(alertDelivery).set({ state, error, doneAt: now() }).where(inArray(alertDelivery.id, ids));
    };
    const [person] = await tx
      .select({ name: appUser.name, email: appUser.email, language: appUser.language })
      .from(appUser)
      .where(eq(appUser.id, userId));
    const told: { id: number; said: Said; package: string }[] = [];
    const dropped: { id: number }[] = [];
    for (const delivery of due) {
      const raised = await raisedBy(database, delivery);
      if (person && raised && (await isReader(database, userId, raised.alert.packageName)))
        told.push({ id: delivery.id, said: await saidOf(deps, person.language, raised), package: raised.packageTitle });
      else dropped.push(delivery);
    }
    await settle(dropped, 'dropped');
    const [first] = told;
    if (!person || !first) return 0;
    if (mailer.mode === 'off') {
      await settle(told, 'failed');
      return 0;
    }
    const { t } = first.said;
    const subject = t('alerts:gathered_subject', { count: told.length });
    await mailer.keep(tx, { kind: 'alert', to: person.email, subject, text: textOf(t, person.name, told) });
    await settle(told, 'sent');
    return told.length;
  });
}

function textOf(t: Translate, person: string, told: readonly { said: Said; package: string }[]): string {
  const shown = told.slice(0, MOST_TOLD);
  const parts = [...grouped(shown, (one) => one.package)].map(([name, of]) =>
    [name, ...of.map(({ said }) => [said.what, said.picture, said.link].filter(Boolean).join('\n'))].join('\n\n'),
  );
  return [
    t('alerts:mail_hello', { person }),
    t('alerts:gathered_intro', { count: told.length }),
    ...parts,
    ...(told.length > shown.length ? [t('alerts:gathered_more', { count: told.length - shown.length })] : []),
    t('alerts:gathered_stop'),
    'Adsieve',
  ].join('\n\n');
}
