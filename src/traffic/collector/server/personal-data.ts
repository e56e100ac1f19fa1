import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { deadLetter } from './tables.ts';

/** Dead letters that hold one of the person's ids, as a value or inside of one. */
function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).map((id) => sql`position(${id.toLowerCase()} IN lower(${deadLetter.event})) > 0`);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(deadLetter.packageName, person.package_name),
  );
}

const AT_ONCE = 1000;

/** Events that could not be stored and name the person. What waits to be loaded is found as events a moment later. */
export const personalDeadLetters: PersonalData = {
  what: 'dead_letters',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(deadLetter).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    for (;;) {
      const some = db.select({ id: deadLetter.id }).from(deadLetter).where(about(person)).limit(AT_ONCE);
      const gone = await db.delete(deadLetter).where(inArray(deadLetter.id, some)).returning({ id: deadLetter.id });
      if (gone.length === 0) return;
      await report(gone.length);
    }
  },
};
