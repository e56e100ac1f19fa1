import { and, eq, inArray, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import { reportAudit } from '#domains/reports/contract/audit.ts';
import { daysCovered } from '#domains/reports/contract/schedule.ts';
import type { Off } from '#domains/reports/contract/schedule-endpoints.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { type AuditRecord, audit } from '#platform/server/audit/audit.ts';
import type { AppError } from '#platform/server/http/app-error.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Transaction } from './entry-store.ts';
import { refuse } from './refuse.ts';
import { type About, droppedMail, type LetterDeps, stoppedMail } from './schedule-mails.ts';
import { type Standing, standings } from './schedule-people.ts';
import { newestSlot, nextSlot, type Slot } from './slots.ts';
import { reportEntry, reportRecipient, reportSchedule, type ScheduleRow } from './tables.ts';

export interface RunDeps extends LetterDeps {
  database: Database;
  mailer: Pick<Mailer, 'mode' | 'keep' | 'deliverDue'>;
  now: () => Date;
}

/**
 * Makes what is due, one report for each person: of runs that were missed the newest alone. `onMade` is told of each
 * that a job has to make. One schedule that breaks keeps no other from running.
 */
export async function runDue(
  actor: Actor,
  deps: RunDeps,
  onMade: (entry: { id: number }) => Promise<unknown>,
): Promise<void> {
  const { database, now } = deps;
  // A package that is switched off keeps its schedules waiting.
  const due = await database.db
    .select({ row: reportSchedule })
    .from(reportSchedule)
    .innerJoin(packageTable, and(eq(packageTable.name, reportSchedule.packageName), eq(packageTable.active, true)))
    .where(and(lte(reportSchedule.nextAt, now()), isNull(reportSchedule.removedAt)))
    .orderBy(reportSchedule.nextAt);
  const broken: unknown[] = [];
  for (const { row } of due) {
    try {
      const made = await runOne(actor, deps, { row, slot: newestSlot(row, now()), byHand: false });
      for (const id of made) await onMade({ id });
    } catch (error) {
      broken.push(error);
    }
  }
  if (broken.length > 0) throw new AggregateError(broken, 'Schedules of reports could not be run');
}

interface Run {
  row: ScheduleRow;
  slot: Slot;
  byHand: boolean;
}

/**
 * One run, whole or not at all: its reports are written down, whoever is not to be sent to any more is taken off, and the
 * next run is set. Answers the ids of the reports; none when another process has run it.
 */
export async function runOne(actor: Actor, deps: RunDeps, run: Run): Promise<number[]> {
  const { database } = deps;
  const { row, byHand } = run;
  const people = await database.db
    .select({ id: reportRecipient.userId })
    .from(reportRecipient)
    .where(and(eq(reportRecipient.scheduleId, row.id), isNull(reportRecipient.off)));
  const ids = people.map(({ id }) => id);
  const standing = await standings(database, row, [row.ownerId, ...ids]);
  const made = await database.db.transaction(async (tx) => {
    const [locked] = await tx
      .select({ title: packageTable.title })
      .from(reportSchedule)
      .innerJoin(packageTable, eq(packageTable.name, reportSchedule.packageName))
      .where(and(eq(reportSchedule.id, row.id), isNull(reportSchedule.removedAt), notRunSince(run)))
      .for('update', { of: reportSchedule });
    if (!locked) return [];
    const owner = standing.get(row.ownerId);
    const about = { schedule: row, packageTitle: locked.title };
    const turn: Turn = { ...run, deps, tx, owner, about, log: [] };
    const lost = ownerGone(owner);
    if (lost && byHand) throw lost;
    const people = ids.flatMap((id) => standing.get(id) ?? []);
    const entries = lost ? await stop(turn, lost) : await runFor(turn, people);
    // Last: until the end of the transaction others who write to the log wait.
    for (const record of turn.log) await audit(tx, actor, record);
    return entries;
  });
  if (deps.mailer.mode === 'smtp') void deps.mailer.deliverDue().catch(() => {});
  return made;
}

/** Of two processes, or two clicks, the second finds another time here. */
function notRunSince({ row: { nextAt, lastAt }, byHand }: Run): SQL | undefined {
  if (!byHand) return nextAt ? eq(reportSchedule.nextAt, nextAt) : undefined;
  return lastAt ? eq(reportSchedule.lastAt, lastAt) : isNull(reportSchedule.lastAt);
}

interface Turn extends Run {
  deps: RunDeps;
  tx: Transaction;
  owner: Standing | undefined;
  about: About;
  /** What is written to the audit log at the end. */
  log: AuditRecord[];
}

function ownerGone(owner: Standing | undefined): AppError | undefined {
  if (!owner || owner.off === 'disabled') return refuse('schedule_owner_gone');
  return owner.off === null ? undefined : refuse('schedule_owner_lost', { name: owner.name });
}

async function runFor(turn: Turn, people: readonly Standing[]): Promise<number[]> {
  const { tx, row, slot, byHand, deps, log } = turn;
  const dropped = people.flatMap(({ id, name, off }) => (off === null ? [] : [{ id, name, off }]));
  const kept = people.filter(({ off }) => off === null);
  if (kept.length === 0 && byHand) throw refuse('schedule_without_people');
  if (dropped.length > 0) await drop(turn, dropped);
  if (kept.length === 0) return stop(turn, refuse('schedule_without_people'));
  const ids = await addEntries(tx, row, slot, kept);
  const anyFailed = await lastRunFailed(tx, row);
  const nextAt = row.state === 'active' ? nextSlot(row, deps.now()).at : row.nextAt;
  await tx
    .update(reportSchedule)
    .set({ lastAt: slot.at, failureTold: row.failureTold && anyFailed, ...(byHand ? {} : { nextAt }) })
    .where(eq(reportSchedule.id, row.id));
  const sentTo = kept.map(({ id }) => `#${id}`).join(', ');
  log.push({
    action: byHand ? reportAudit.send : reportAudit.run,
    subject: String(row.id),
    package: row.packageName,
    details: { report: row.report, name: row.name, format: row.format, day: slot.day, people: sentTo },
  });
  return ids;
}

/** Once for each run and person, however often it is tried. */
async function addEntries(
  tx: Transaction,
  row: ScheduleRow,
  { day, at }: Slot,
  people: readonly Standing[],
): Promise<number[]> {
  const { from, to } = daysCovered(row.covers, day);
  const { packageName, report, name, format } = row;
  const asked = {
    ...row.asked,
    package_name: packageName,
    start_date: from,
    end_date: to,
    ...(format === 'pdf' ? {} : { format }),
  };
  const { report_type: type } = row.asked;
  const made = await tx
    .insert(reportEntry)
    .values(
      people.map((person) => ({
        packageName,
        report,
        reportType: typeof type === 'string' ? type : '',
        name,
        format,
        asked,
        firstDay: from,
        lastDay: to,
        author: person.name,
        authorId: person.id,
        scheduleId: row.id,
        slotAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: reportEntry.id });
  return made.map(({ id }) => id);
}

async function lastRunFailed(tx: Transaction, { id, lastAt }: ScheduleRow): Promise<boolean> {
  if (!lastAt) return false;
  const [failed] = await tx
    .select({ id: reportEntry.id })
    .from(reportEntry)
    .where(and(eq(reportEntry.scheduleId, id), eq(reportEntry.slotAt, lastAt), eq(reportEntry.state, 'Failed')))
    .limit(1);
  return failed !== undefined;
}

type Dropped = { id: number; name: string; off: Off };

async function drop({ tx, row, deps, owner, about, log }: Turn, dropped: readonly Dropped[]): Promise<void> {
  for (const { id, off } of dropped)
    await tx
      .update(reportRecipient)
      .set({ off })
      .where(and(eq(reportRecipient.scheduleId, row.id), eq(reportRecipient.userId, id)));
  if (owner && deps.mailer.mode !== 'off')
    await deps.mailer.keep(tx, await droppedMail(deps, owner, { ...about, dropped }));
  log.push({
    action: reportAudit.drop,
    subject: String(row.id),
    package: row.packageName,
    details: { name: row.name, people: dropped.map(({ id, off }) => `#${id} ${off}`).join(', ') },
  });
}

/** The owner is told, unless the account is disabled: to those nothing is sent. */
async function stop({ tx, row, deps, owner, about, log }: Turn, error: AppError): Promise<number[]> {
  const why = error.told ?? null;
  await tx.update(reportSchedule).set({ state: 'stopped', nextAt: null, why }).where(eq(reportSchedule.id, row.id));
  if (owner && owner.off !== 'disabled' && why && deps.mailer.mode !== 'off') {
    const said = { ...about, why: { told: why, text: error.message } };
    await deps.mailer.keep(tx, await stoppedMail(deps, owner, said));
  }
  log.push({
    action: reportAudit.stop,
    subject: String(row.id),
    package: row.packageName,
    details: { name: row.name, why: error.message },
  });
  return [];
}

/** Schedules whose time to be put back is over go for good. */
export async function forgetRemoved({ db }: Database, before: Date): Promise<void> {
  await db
    .delete(reportSchedule)
    .where(and(isNotNull(reportSchedule.removedAt), lte(reportSchedule.removedAt, before)));
}

/** Whether reports of a schedule are on their way. */
export async function isOnItsWay({ db }: Database, { id }: ScheduleRow): Promise<boolean> {
  const [going] = await db
    .select({ id: reportEntry.id })
    .from(reportEntry)
    .where(and(eq(reportEntry.scheduleId, id), inArray(reportEntry.state, ['Queued', 'Processing'])))
    .limit(1);
  return going !== undefined;
}
