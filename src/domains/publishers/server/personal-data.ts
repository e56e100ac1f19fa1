import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { publisherTable } from './tables.ts';

function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    sql`lower(${publisherTable.email}) = ${id.toLowerCase()}`,
    sql`position(${id.toLowerCase()} IN lower(${publisherTable.contact})) > 0`,
    sql`position(${id.toLowerCase()} IN lower(${publisherTable.notes})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(publisherTable.packageName, person.package_name),
  );
}

/** Contacts of publishers: what names the person is emptied, the publisher stays. */
export const personalPublishers: PersonalData = {
  what: 'publishers',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(publisherTable).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.update(publisherTable).set({ contact: '', email: '', notes: '' }).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};
