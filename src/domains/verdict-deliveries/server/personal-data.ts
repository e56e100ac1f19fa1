import { and, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { deliveryTable, destinationTable } from './tables.ts';

const holds = (text: SQL, id: string): SQL => sql`position(${id.toLowerCase()} IN lower(${text})) > 0`;

/** Calls whose events, or what was answered to them, say the person. */
function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    holds(sql`jsonb_path_query_array(${deliveryTable.events}, '$.** ? (@.type() == "string")')::text`, id),
    holds(sql`${deliveryTable.answer}`, id),
    holds(sql`coalesce(${deliveryTable.error}, '')`, id),
  ]);
  const ofPackage =
    person.package_name === undefined
      ? undefined
      : sql`${deliveryTable.destinationId} IN
          (SELECT ${destinationTable.id} FROM ${destinationTable} WHERE ${destinationTable.packageName} = ${person.package_name})`;
  return and(or(sql`false`, ...named), ofPackage);
}

const AT_ONCE = 1000;

/** Whole calls go: those that wait are of the last day, and what they tell of is erased as well. */
export const personalDeliveries: PersonalData = {
  what: 'verdict_deliveries',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(deliveryTable).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    for (;;) {
      const some = db.select({ id: deliveryTable.id }).from(deliveryTable).where(about(person)).limit(AT_ONCE);
      const gone = await db
        .delete(deliveryTable)
        .where(inArray(deliveryTable.id, some))
        .returning({ id: deliveryTable.id });
      if (gone.length === 0) return;
      await report(gone.length);
    }
  },
};
