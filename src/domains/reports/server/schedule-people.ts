import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { daysCovered } from '#domains/reports/contract/schedule.ts';
import type { Off, ScheduleSettings } from '#domains/reports/contract/schedule-endpoints.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { maySeePage, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { seesAll } from './entry-store.ts';
import { refuse } from './refuse.ts';
import type { Readable, ReadSubject } from './subject.ts';
import type { ScheduleRow } from './tables.ts';

/** More people than a package has. */
const MOST_PEOPLE = 1000;

export interface PersonSeen {
  id: number;
  name: string;
  email: string;
}

/** Whom reports of a page can be sent to: everybody who sees it, or the caller alone who sees only a part. */
export async function peopleFor(
  scope: Scope,
  { db }: Database,
  packageName: string,
  report: string,
): Promise<PersonSeen[]> {
  const mapping = and(
    eq(userPackage.userId, appUser.id),
    eq(userPackage.packageName, requirePackage(scope, packageName)),
  );
  const sees = and(isNotNull(userPackage.userId), sql`coalesce(${report} = ANY (${userPackage.menu}), true)`);
  return await db
    .select({ id: appUser.id, name: appUser.name, email: appUser.email })
    .from(appUser)
    .leftJoin(userPackage, mapping)
    .where(
      and(
        isNull(appUser.disabledAt),
        isNotNull(appUser.verifiedAt),
        or(sees, eq(sql`lower(${appUser.role})`, 'admin')),
        seesAll(scope) ? undefined : eq(appUser.id, scope.userId),
      ),
    )
    .orderBy(asc(sql`lower(${appUser.name})`), asc(appUser.id))
    .limit(MOST_PEOPLE);
}

export interface Planned extends Omit<ScheduleSettings, 'asked' | 'question'> {
  packageName: string;
  /** Id of a report, or `explore`. */
  report: string;
  /** What it asks. */
  asked: Readonly<Record<string, unknown>>;
}

interface AskDeps {
  database: Database;
  read: ReadSubject;
  now: () => Date;
}

/** What a schedule would ask if it ran now, with somebody's rights. */
async function askedNow(scope: Scope, { read, now }: AskDeps, planned: Planned): Promise<Readable> {
  const { packageName, report: subject, asked, covers, time_zone: zone, format } = planned;
  const { from, to } = daysCovered(covers, todayIn(zone, now()));
  const said = { ...asked, package_name: packageName, start_date: from, end_date: to };
  return await read(scope, { subject, format }, said);
}

/**
 * Checks what is to be scheduled, with the rights of whoever schedules it and of everybody it is for: a schedule that is
 * taken does not fail for them at every run.
 */
export async function requirePlan(scope: Scope, deps: AskDeps, planned: Planned): Promise<Readable> {
  const readable = await askedNow(scope, deps, planned);
  const { packageName, report, recipients } = planned;
  const at = { field: 'recipients' };
  if (!seesAll(scope) && recipients.some((id) => id !== scope.userId)) throw refuse('schedule_for_oneself', {}, at);
  const people = new Map((await peopleFor(scope, deps.database, packageName, report)).map((each) => [each.id, each]));
  for (const id of recipients) {
    const person = people.get(id);
    const own = person && (await scopeOfPerson(deps.database, id));
    if (!own) throw refuse('schedule_recipient_unknown', {}, at);
    await askedNow(own, deps, planned).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      throw refuse('schedule_recipient_part', { name: person.name }, at);
    });
  }
  return readable;
}

/** A person of a schedule with what they may see now: null where nothing is in the way, else why nothing is sent. */
export interface Standing extends PersonSeen {
  language: string;
  off: Off | null;
}

/** How people stand to a schedule at this moment, by their ids. */
export async function standings(
  database: Database,
  { packageName, report }: Pick<ScheduleRow, 'packageName' | 'report'>,
  ids: readonly number[],
): Promise<Map<number, Standing>> {
  const rows = await database.db
    .select({ id: appUser.id, name: appUser.name, email: appUser.email, language: appUser.language })
    .from(appUser)
    .where(inArray(appUser.id, [...ids]));
  const found = new Map<number, Standing>();
  for (const person of rows) {
    const scope = await scopeOfPerson(database, person.id);
    found.set(person.id, { ...person, off: offOf(scope, packageName, report) });
  }
  return found;
}

function offOf(scope: Scope | null, packageName: string, report: string): Off | null {
  if (!scope) return 'disabled';
  const has = scope.packages === 'all' || scope.packages.has(packageName);
  return has && maySeePage(scope, packageName, [report]) ? null : 'lost';
}
