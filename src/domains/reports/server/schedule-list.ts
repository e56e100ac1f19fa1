import { and, asc, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { REFUSALS } from '#domains/reports/contract/refusals.ts';
import { daysCovered } from '#domains/reports/contract/schedule.ts';
import type { Recipient, ReportSchedule } from '#domains/reports/contract/schedule-endpoints.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { may, requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { seesAll, type Transaction } from './entry-store.ts';
import { reportEntry, reportRecipient, reportSchedule, type ScheduleRow } from './tables.ts';

export interface Reader {
  db: Database['db'] | Transaction;
}

/** Schedules belong to people: a program with a token has none. */
export function personOf(scope: Scope): number {
  requireMay(scope, 'event.read');
  if (scope.userId <= 0) throw appError('forbidden');
  return scope.userId;
}

/** Who sees all of a package sees all of its schedules; others those they made or are sent to. */
export function visibleTo(scope: Scope, { db }: Reader): SQL | undefined {
  const person = personOf(scope);
  if (seesAll(scope)) return undefined;
  const sentTo = db
    .select({ one: sql`1` })
    .from(reportRecipient)
    .where(
      and(
        eq(reportRecipient.scheduleId, reportSchedule.id),
        eq(reportRecipient.userId, person),
        isNull(reportRecipient.off),
      ),
    );
  return or(eq(reportSchedule.ownerId, person), exists(sentTo));
}

export async function listSchedules(
  scope: Scope,
  database: Database,
  { packageName, page, limit }: { packageName: string; page: number; limit: number },
): Promise<{ rows: ReportSchedule[]; total: number }> {
  const which = and(
    eq(reportSchedule.packageName, requirePackage(scope, packageName)),
    isNull(reportSchedule.removedAt),
    visibleTo(scope, database),
  );
  const [rows, [counted]] = await Promise.all([
    database.db
      .select()
      .from(reportSchedule)
      .where(which)
      .orderBy(asc(sql`lower(${reportSchedule.name})`), desc(reportSchedule.id))
      .limit(limit)
      .offset((page - 1) * limit),
    database.db.select({ n: count() }).from(reportSchedule).where(which),
  ]);
  return { rows: await viewsOf(scope, database, rows), total: counted?.n ?? 0 };
}

/** The least far first. */
const ORDER = ['Failed', 'Queued', 'Processing', 'Ready'] as const;

/** Schedules as the caller sees them: whoever sees only a part of the package is told of nobody else. */
export async function viewsOf(scope: Scope, { db }: Reader, rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> {
  const ids = rows.map(({ id }) => id);
  const oneself = personOf(scope);
  const all = seesAll(scope);
  // One after the other: a transaction asks one question at a time.
  const owners = await db
    .select({ id: appUser.id, name: appUser.name })
    .from(appUser)
    .where(
      inArray(
        appUser.id,
        rows.map(({ ownerId }) => ownerId),
      ),
    );
  const people = await db
    .select({ of: reportRecipient.scheduleId, off: reportRecipient.off, user: appUser })
    .from(reportRecipient)
    .innerJoin(appUser, eq(appUser.id, reportRecipient.userId))
    .where(and(inArray(reportRecipient.scheduleId, ids), all ? undefined : eq(reportRecipient.userId, oneself)))
    .orderBy(asc(sql`lower(${appUser.name})`), asc(appUser.id));
  const lastRun = and(eq(reportSchedule.id, reportEntry.scheduleId), eq(reportSchedule.lastAt, reportEntry.slotAt));
  const entries = await db
    .select({ of: reportEntry.scheduleId, state: reportEntry.state })
    .from(reportEntry)
    .innerJoin(reportSchedule, lastRun)
    .where(and(inArray(reportEntry.scheduleId, ids), all ? undefined : eq(reportEntry.authorId, oneself)));
  const nameOf = new Map(owners.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const states = new Set(entries.filter(({ of }) => of === row.id).map(({ state }) => state));
    return viewOf(scope, row, {
      owner: nameOf.get(row.ownerId) ?? '',
      last_state: ORDER.find((state) => states.has(state)) ?? null,
      recipients: people
        .filter(({ of }) => of === row.id)
        .map(({ off, user: { id, name, email } }) => ({ id, name, email, off })),
    });
  });
}

interface Beside {
  owner: string;
  last_state: ReportSchedule['last_state'];
  recipients: Recipient[];
}

function viewOf(scope: Scope, row: ScheduleRow, beside: Beside): ReportSchedule {
  const { nextAt, lastAt, why } = row;
  const own = row.ownerId === scope.userId;
  return {
    id: row.id,
    package_name: row.packageName,
    report: row.report,
    name: row.name,
    asked: row.asked,
    format: row.format,
    timing: row.timing,
    hour: row.hour,
    time_zone: row.timeZone,
    covers: row.covers,
    own,
    changeable: own || may(scope, 'package.write'),
    received: beside.recipients.some(({ id, off }) => id === scope.userId && off === null),
    state: row.state,
    why: why && { message: englishOf(why), told: why },
    next_at: nextAt?.toISOString() ?? null,
    next_days: nextAt && daysCovered(row.covers, todayIn(row.timeZone, nextAt)),
    last_at: lastAt?.toISOString() ?? null,
    ...beside,
  };
}

type Why = NonNullable<ScheduleRow['why']>;
const isOwnCode = (code: string): code is keyof typeof REFUSALS.texts => Object.hasOwn(REFUSALS.texts, code);
const englishOf = ({ code, values }: Why): string => (isOwnCode(code) ? REFUSALS.text(code, values) : code);
