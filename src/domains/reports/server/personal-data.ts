import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { REPORTS } from '#domains/reports/contract/reports.ts';
import { QUESTION } from '#domains/reports/contract/subjects.ts';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { reportEntry, reportSchedule } from './tables.ts';

const OF_EVENTS = [...REPORTS.filter((report) => report.rows === 'events').map(({ id }) => id), QUESTION];

/** Files of single events hold ids and addresses of anybody, and a question may name one in its condition; which of them cannot be looked up in a file. */
const about = (person: Person) =>
  and(
    inArray(reportEntry.report, idsOf(person).length > 0 ? OF_EVENTS : []),
    person.package_name === undefined ? undefined : eq(reportEntry.packageName, person.package_name),
  );

/** Generated reports of single events: all of them go, and can be made anew without the person. */
export const personalReports: PersonalData = {
  what: 'reports',
  step: 'files',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(reportEntry).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(reportEntry).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};

function naming(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    sql`position(${id.toLowerCase()} IN lower(jsonb_path_query_array(${reportSchedule.asked}, '$.** ? (@.type() == "string")')::text)) > 0`,
    sql`position(${id.toLowerCase()} IN lower(${reportSchedule.name})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(reportSchedule.packageName, person.package_name),
  );
}

/** Schedules of anybody whose filters, search or name say the person; own ones go with the account. */
export const personalSchedules: PersonalData = {
  what: 'schedules',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(reportSchedule).where(naming(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(reportSchedule).where(naming(person));
    await report(gone.rowCount ?? 0);
  },
};
