import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { incidentTable } from './tables.ts';

function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).map(
    (id) =>
      sql`position(${id.toLowerCase()} IN lower(concat_ws(' ', ${incidentTable.title}, ${incidentTable.url}, ${incidentTable.key}, ${incidentTable.evidence}::text))) > 0`,
  );
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(incidentTable.packageName, person.package_name),
  );
}

/** Incidents whose title, address or filters name the person. */
export const personalIncidents: PersonalData = {
  what: 'incidents',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(incidentTable).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(incidentTable).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};
