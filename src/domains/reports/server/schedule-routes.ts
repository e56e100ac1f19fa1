import { eq } from 'drizzle-orm';
import { scheduleEndpoints } from '#domains/reports/contract/schedule-endpoints.ts';
import { SUBJECTS } from '#domains/reports/contract/subjects.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { refuse } from './refuse.ts';
import { reportJob } from './report-jobs.ts';
import { isOnItsWay, type RunDeps, runOne } from './run-schedule.ts';
import { listSchedules, viewsOf } from './schedule-list.ts';
import { peopleFor } from './schedule-people.ts';
import { addSchedule, findOwn, keepSchedule, leaveSchedule, pauseSchedule, saveSchedule } from './schedule-store.ts';
import { createReadSubject, type SubjectDeps } from './subject.ts';
import { reportSchedule } from './tables.ts';

export type ScheduleParts = RunDeps & SubjectDeps & { jobs: Jobs };

/** Sent by hand at most once in so many minutes: nobody's mailbox is filled. */
const SEND_AGAIN_MINUTES = 5;

export function scheduleRoutes(parts: ScheduleParts): Route[] {
  const { database, mailer, now } = parts;
  const deps = { database, now, read: createReadSubject(parts) };
  return implement(scheduleEndpoints)({
    list: async ({ scope, query: { package_name: packageName, page, limit } }) => ({
      ...paged(await listSchedules(scope, database, { packageName, page, limit }), limit),
      mail: mailer.mode,
    }),
    people: async ({ scope, query: { package_name: packageName, report } }) => {
      const people = await peopleFor(scope, database, packageName, known(report));
      return ok(people.map((person) => ({ ...person, own: person.id === scope.userId })));
    },
    add: async ({ scope, body: { package_name: packageName, report, ...settings } }) =>
      ok(await addSchedule(scope, deps, { ...settings, packageName, report: known(report) })),
    save: async ({ scope, params, body }) => ok(await saveSchedule(scope, deps, params.id, body)),
    remove: async ({ scope, params }) => ok(await keepSchedule(scope, deps, params.id, false)),
    restore: async ({ scope, params }) => ok(await keepSchedule(scope, deps, params.id, true)),
    pause: async ({ scope, params }) => ok(await pauseSchedule(scope, deps, params.id, true)),
    resume: async ({ scope, params }) => ok(await pauseSchedule(scope, deps, params.id, false)),
    send: async ({ scope, params }) => ok(await send(scope, parts, params.id)),
    leave: async ({ scope, params }) => ok(await leaveSchedule(scope, deps, params.id)),
  });
}

async function send(scope: Scope, parts: ScheduleParts, id: number) {
  const { database, jobs, now } = parts;
  const row = await findOwn(scope, database, id);
  if (await isOnItsWay(database, row)) throw refuse('schedule_on_its_way', {}, { as: 'conflict' });
  const since = new Date(now().getTime() - SEND_AGAIN_MINUTES * 60_000);
  if (row.lastAt && row.lastAt > since)
    throw refuse('schedule_sent_lately', { minutes: SEND_AGAIN_MINUTES }, { as: 'conflict' });
  const slot = { day: todayIn(row.timeZone, now()), at: now() };
  const made = await runOne(scope, parts, { row, slot, byHand: true });
  // A queue out of reach loses nothing: what is written down is looked for at every start, and by the clock.
  for (const entry of made) await jobs.enqueue(reportJob, { id: entry }).catch(() => null);
  const [after] = await database.db.select().from(reportSchedule).where(eq(reportSchedule.id, id));
  const [view] = await viewsOf(scope, database, [after ?? row]);
  if (!view) throw appError('not_found', { field: 'id' });
  return view;
}

/** @throws not_found for what is neither a report nor Explore */
function known(subject: string): string {
  if (!SUBJECTS.includes(subject)) throw appError('not_found', { field: 'report' });
  return subject;
}
