import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { whiteListTable } from '#traffic/judge/server/tables.ts';

function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    sql`lower(${whiteListTable.value}) = ${id.toLowerCase()}`,
    // A rule names its values among others.
    sql`${whiteListTable.ruleName} IS NOT NULL AND position(${id.toLowerCase()} IN lower(${whiteListTable.value})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(whiteListTable.packageName, person.package_name),
  );
}

/** White-list entries that name the person. */
export const personalEntries: PersonalData = {
  what: 'white_list',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(whiteListTable).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(whiteListTable).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};
