import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { alertTable } from './tables.ts';

function naming(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    sql`position(${id.toLowerCase()} IN lower(jsonb_path_query_array(${alertTable.settings}, '$.** ? (@.type() == "string")')::text)) > 0`,
    sql`position(${id.toLowerCase()} IN lower(${alertTable.name})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(alertTable.packageName, person.package_name),
  );
}

/** Alerts whose filters, condition, addresses or name say the person, with all they raised; what is one's own goes with the account. */
export const personalAlerts: PersonalData = {
  what: 'alerts',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(alertTable).where(naming(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(alertTable).where(naming(person));
    await report(gone.rowCount ?? 0);
  },
};
