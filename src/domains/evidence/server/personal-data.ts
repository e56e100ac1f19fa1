import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { archiveOf } from './evidence-files.ts';
import { evidenceTable } from './tables.ts';

/** Archives with addresses and ids in full hold those of anybody; who is in one cannot be looked up in it. */
const about = (person: Person) =>
  and(
    isNull(evidenceTable.erasedAt),
    // Of nobody nothing.
    idsOf(person).length === 0 ? sql`false` : undefined,
    eq(evidenceTable.masked, false),
    person.package_name === undefined ? undefined : eq(evidenceTable.packageName, person.package_name),
  );

/** The archives go; that they were made, and which events they claim by their row ids, stays: nothing is claimed twice. */
export const personalEvidence: PersonalData = {
  what: 'evidence',
  step: 'files',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(evidenceTable).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db }, files }, person, report) {
    const gone = await db
      .update(evidenceTable)
      .set({ erasedAt: new Date() })
      .where(about(person))
      .returning({ id: evidenceTable.id });
    for (const { id } of gone) await files.remove(archiveOf(id));
    await report(gone.length);
  },
};
