import { and, count, eq, isNull } from 'drizzle-orm';
import { reportAudit } from '#domains/reports/contract/audit.ts';
import { DOWNLOADS_PAGE } from '#domains/reports/contract/pages.ts';
import { MOST_SCHEDULES } from '#domains/reports/contract/schedule.ts';
import {
  type ReportSchedule,
  type ScheduleSettings,
  scheduledQuestion,
} from '#domains/reports/contract/schedule-endpoints.ts';
import { QUESTION, titleOf } from '#domains/reports/contract/subjects.ts';
import type { AuditAction } from '#platform/contract/audit.ts';
import type { Message } from '#platform/contract/message.ts';
import { requireMay, requirePackage, requirePage, type Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Transaction } from './entry-store.ts';
import { refuse } from './refuse.ts';
import { personOf, viewsOf, visibleTo } from './schedule-list.ts';
import { type Planned, requirePlan } from './schedule-people.ts';
import { nextSlot } from './slots.ts';
import type { Readable, ReadSubject } from './subject.ts';
import { reportRecipient, reportSchedule, type ScheduleRow } from './tables.ts';

export interface ScheduleDeps {
  database: Database;
  read: ReadSubject;
  now: () => Date;
}

/** Nobody is left: what a schedule says that has stopped for that. */
const WITHOUT_PEOPLE: Message = { code: 'schedule_without_people', values: {} };

/** @throws what the report itself refuses, and people whom it cannot be made for */
export async function addSchedule(
  scope: Scope,
  deps: ScheduleDeps,
  { packageName, report, ...settings }: ScheduleSettings & { packageName: string; report: string },
): Promise<ReportSchedule> {
  const ownerId = personOf(scope);
  requirePackage(scope, packageName);
  const planned = plannedOf(settings, packageName, report);
  const readable = await requirePlan(scope, deps, planned);
  return deps.database.db.transaction(async (tx) => {
    // One after the other, so that two who schedule at once do not pass the limit.
    await tx
      .select({ name: packageTable.name })
      .from(packageTable)
      .where(eq(packageTable.name, packageName))
      .for('no key update');
    await requireRoom(tx, packageName);
    const [row] = await tx
      .insert(reportSchedule)
      .values({ packageName, report, ownerId, ...valuesOf(deps, planned, readable) })
      .returning();
    if (!row) throw new Error('A schedule was not stored');
    await setRecipients(tx, row.id, settings.recipients);
    await record(scope, tx, reportAudit.schedule, row, settings.recipients);
    return viewOf(scope, tx, row);
  });
}

/** A report asks nothing beside its days where nothing is said; a question of Explore its own. */
const plannedOf = (
  { asked, question, ...settings }: ScheduleSettings,
  packageName: string,
  report: string,
): Planned => ({
  ...settings,
  packageName,
  report,
  asked: report === QUESTION ? (question ?? {}) : (asked ?? scheduledQuestion.parse({})),
});

/** What has stopped runs again; what is paused stays so. */
export async function saveSchedule(
  scope: Scope,
  deps: ScheduleDeps,
  id: number,
  settings: ScheduleSettings,
): Promise<ReportSchedule> {
  const { packageName, report } = await findOwn(scope, deps.database, id);
  const planned = plannedOf(settings, packageName, report);
  const readable = await requirePlan(scope, deps, planned);
  return withOwn(scope, deps.database, id, async (tx, before) => {
    const { nextAt, state, ...values } = valuesOf(deps, planned, readable);
    const standing = before.state === 'paused' ? {} : { nextAt, state, why: null };
    const [row] = await tx
      .update(reportSchedule)
      .set({ ...values, ...standing })
      .where(eq(reportSchedule.id, id))
      .returning();
    await setRecipients(tx, id, settings.recipients);
    await record(scope, tx, reportAudit.reschedule, row ?? before, settings.recipients);
    return row ?? before;
  });
}

/** Deletes a schedule or puts it back; doing it twice does it once. */
export function keepSchedule(scope: Scope, deps: ScheduleDeps, id: number, kept: boolean): Promise<ReportSchedule> {
  return withOwn(
    scope,
    deps.database,
    id,
    async (tx, row) => {
      if (kept === (row.removedAt === null)) return row;
      if (kept) await requireRoom(tx, row.packageName);
      const part = kept ? { removedAt: null, ...rewound(deps, row) } : { removedAt: deps.now() };
      await tx.update(reportSchedule).set(part).where(eq(reportSchedule.id, id));
      await record(scope, tx, kept ? reportAudit.schedule : reportAudit.unschedule, row);
      return { ...row, ...part };
    },
    'any',
  );
}

/** Pausing keeps nothing to be made up for: resumed, it runs from its next time on. */
export function pauseSchedule(scope: Scope, deps: ScheduleDeps, id: number, paused: boolean): Promise<ReportSchedule> {
  return withOwn(scope, deps.database, id, async (tx, row) => {
    if (paused === (row.state !== 'active')) return row;
    const part: Partial<ScheduleRow> = paused
      ? { state: 'paused', nextAt: null }
      : { state: 'active', why: null, ...rewound(deps, { ...row, state: 'active' }) };
    await tx.update(reportSchedule).set(part).where(eq(reportSchedule.id, id));
    await record(scope, tx, paused ? reportAudit.pause : reportAudit.resume, row);
    return { ...row, ...part };
  });
}

/** Takes the caller off a schedule of anybody; one without people stops. */
export async function leaveSchedule(scope: Scope, { database }: ScheduleDeps, id: number): Promise<ReportSchedule> {
  const userId = personOf(scope);
  return database.db.transaction(async (tx) => {
    const row = await lockVisible(scope, tx, id);
    const active = and(eq(reportRecipient.scheduleId, id), isNull(reportRecipient.off));
    const left = await tx
      .update(reportRecipient)
      .set({ off: 'left' })
      .where(and(active, eq(reportRecipient.userId, userId)));
    if ((left.rowCount ?? 0) === 0) return viewOf(scope, tx, row);
    const [others] = await tx.select({ n: count() }).from(reportRecipient).where(active);
    const alone = (others?.n ?? 0) === 0;
    const stopped = { state: 'stopped' as const, nextAt: null, why: WITHOUT_PEOPLE };
    if (alone) await tx.update(reportSchedule).set(stopped).where(eq(reportSchedule.id, id));
    await record(scope, tx, reportAudit.leave, row);
    return viewOf(scope, tx, alone ? { ...row, ...stopped } : row);
  });
}

/** One that the caller may change. @throws not_found, forbidden */
export async function findOwn(scope: Scope, { db }: Database, id: number): Promise<ScheduleRow> {
  const [row] = await db
    .select()
    .from(reportSchedule)
    .where(and(eq(reportSchedule.id, id), isNull(reportSchedule.removedAt), visibleTo(scope, { db })));
  return requireOwn(scope, row);
}

function requireSeen(scope: Scope, row: ScheduleRow | undefined): ScheduleRow {
  if (!row) throw appError('not_found', { field: 'id' });
  requirePage(scope, requirePackage(scope, row.packageName), [row.report, DOWNLOADS_PAGE.id]);
  return row;
}

/** Own ones; those of others by an administrator alone. */
function requireOwn(scope: Scope, found: ScheduleRow | undefined): ScheduleRow {
  const row = requireSeen(scope, found);
  if (row.ownerId !== personOf(scope)) requireMay(scope, 'package.write');
  return row;
}

async function lockVisible(scope: Scope, tx: Transaction, id: number, which: 'kept' | 'any' = 'kept') {
  const there = which === 'any' ? undefined : isNull(reportSchedule.removedAt);
  const [row] = await tx
    .select()
    .from(reportSchedule)
    .where(and(eq(reportSchedule.id, id), there, visibleTo(scope, { db: tx })))
    .for('update');
  return requireSeen(scope, row);
}

function withOwn(
  scope: Scope,
  { db }: Database,
  id: number,
  change: (tx: Transaction, row: ScheduleRow) => Promise<ScheduleRow>,
  which: 'kept' | 'any' = 'kept',
): Promise<ReportSchedule> {
  return db.transaction(async (tx) => {
    const row = requireOwn(scope, await lockVisible(scope, tx, id, which));
    return viewOf(scope, tx, await change(tx, row));
  });
}

async function viewOf(scope: Scope, tx: Transaction, row: ScheduleRow): Promise<ReportSchedule> {
  const [view] = await viewsOf(scope, { db: tx }, [row]);
  if (!view) throw new Error('A schedule has no view');
  return view;
}

async function requireRoom(tx: Transaction, packageName: string): Promise<void> {
  const [known] = await tx
    .select({ n: count() })
    .from(reportSchedule)
    .where(and(eq(reportSchedule.packageName, packageName), isNull(reportSchedule.removedAt)));
  if ((known?.n ?? 0) >= MOST_SCHEDULES) throw refuse('schedule_limit', { most: MOST_SCHEDULES });
}

/** Of what is put back or resumed: the next run from now on. */
const rewound = ({ now }: ScheduleDeps, row: ScheduleRow) => ({
  nextAt: row.state === 'active' ? nextSlot(row, now()).at : null,
});

function valuesOf(
  { now }: ScheduleDeps,
  { name, asked, format, timing, hour, time_zone: timeZone, covers, report }: Planned,
  { type }: Readable,
) {
  return {
    name: name.trim() || titleOf(report),
    asked: type === '' ? asked : { ...asked, report_type: type },
    format,
    timing,
    hour,
    timeZone,
    covers,
    state: 'active' as const,
    nextAt: nextSlot({ timing, hour, timeZone }, now()).at,
  };
}

async function setRecipients(tx: Transaction, scheduleId: number, ids: readonly number[]): Promise<void> {
  await tx.delete(reportRecipient).where(eq(reportRecipient.scheduleId, scheduleId));
  await tx.insert(reportRecipient).values([...new Set(ids)].map((userId) => ({ scheduleId, userId })));
}

/** Filters may name people: the log says what is sent when and to whom, not what is asked. */
const record = (
  scope: Scope,
  tx: Transaction,
  action: AuditAction,
  { id, packageName, report, name, format, timing, hour, timeZone, covers }: ScheduleRow,
  people?: readonly number[],
): Promise<void> =>
  audit(tx, scope, {
    action,
    subject: String(id),
    package: packageName,
    details: {
      report,
      name,
      format,
      when: { ...timing, hour, zone: timeZone },
      days: covers,
      ...(people ? { people: people.map((person) => `#${person}`).join(', ') } : {}),
    },
  });
