import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { appUser, packageTable } from '#platform/server/access/tables.ts';
import type { Transaction } from './entry-store.ts';
import type { RunDeps } from './run-schedule.ts';
import { type Addressee, failedMail, readyMail } from './schedule-mails.ts';
import { standings } from './schedule-people.ts';
import { type EntryRow, reportEntry, reportRecipient, reportSchedule, type ScheduleRow } from './tables.ts';

export type SettleDeps = RunDeps;

const unsettled = and(
  isNotNull(reportEntry.scheduleId),
  isNull(reportEntry.settledAt),
  inArray(reportEntry.state, ['Ready', 'Failed']),
);

/**
 * Writes the mail about a scheduled report that is ready or has failed, in one transaction with the note that it was
 * written: a kill between two steps neither loses it nor sends it twice.
 */
export async function settleEntry(deps: SettleDeps, id: number): Promise<void> {
  const { database, mailer, now } = deps;
  const [found] = await database.db
    .select({ entry: reportEntry, schedule: reportSchedule })
    .from(reportEntry)
    .innerJoin(reportSchedule, eq(reportSchedule.id, reportEntry.scheduleId))
    .where(and(eq(reportEntry.id, id), unsettled));
  if (!found) return;
  const { entry, schedule } = found;
  const standing = await standings(database, schedule, [entry.authorId, schedule.ownerId]);
  await database.db.transaction(async (tx) => {
    const claimed = await tx
      .update(reportEntry)
      .set({ settledAt: now() })
      .where(and(eq(reportEntry.id, id), unsettled));
    if ((claimed.rowCount ?? 0) === 0 || mailer.mode === 'off' || schedule.removedAt) return;
    const to = standing.get(entry.state === 'Ready' ? entry.authorId : schedule.ownerId);
    if (to?.off !== null) return;
    if (entry.state === 'Ready') await tellReady(deps, tx, { entry, schedule }, to);
    else await tellFailed(deps, tx, { entry, schedule }, to);
  });
  if (mailer.mode === 'smtp') void mailer.deliverDue().catch(() => {});
}

/** What a kill left between the file and its mail. */
export async function settleLeft(deps: SettleDeps): Promise<void> {
  const left = await deps.database.db
    .select({ id: reportEntry.id })
    .from(reportEntry)
    .where(unsettled)
    .orderBy(asc(reportEntry.id));
  for (const { id } of left) await settleEntry(deps, id);
}

interface Made {
  entry: EntryRow;
  schedule: ScheduleRow;
}

/** Not to somebody who has left the schedule meanwhile. */
async function tellReady(deps: SettleDeps, tx: Transaction, { entry, schedule }: Made, to: Addressee): Promise<void> {
  const { ownerId } = schedule;
  const [found] = await tx
    .select({ owner: appUser.name, title: packageTable.title, timeZone: packageTable.timeZone })
    .from(reportRecipient)
    .innerJoin(appUser, eq(appUser.id, ownerId))
    .innerJoin(packageTable, eq(packageTable.name, schedule.packageName))
    .where(
      and(
        eq(reportRecipient.scheduleId, schedule.id),
        eq(reportRecipient.userId, entry.authorId),
        isNull(reportRecipient.off),
      ),
    );
  if (!found) return;
  const { owner, title: packageTitle, timeZone } = found;
  const own = ownerId === entry.authorId;
  const report = { entry, schedule, packageTitle, owner, own, timeZone };
  await deps.mailer.keep(tx, await readyMail(deps, to, report));
}

/** Once, until all reports of a run are ready again. */
async function tellFailed(deps: SettleDeps, tx: Transaction, { entry, schedule }: Made, to: Addressee): Promise<void> {
  const first = await tx
    .update(reportSchedule)
    .set({ failureTold: true })
    .where(and(eq(reportSchedule.id, schedule.id), eq(reportSchedule.failureTold, false)));
  if ((first.rowCount ?? 0) === 0) return;
  const [pkg] = await tx
    .select({ title: packageTable.title })
    .from(packageTable)
    .where(eq(packageTable.name, schedule.packageName));
  await deps.mailer.keep(
    tx,
    await failedMail(deps, to, { entry, schedule, packageTitle: pkg?.title ?? schedule.packageName }),
  );
}
