import { and, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { analysisTable, talentTable } from './tables.ts';

const inPackage = (column: SQL, { package_name }: Person): SQL | undefined =>
  package_name === undefined ? undefined : sql`${column} = ${package_name}`;

/** By their address; and by their name, where an account has the same one. */
function aboutTalent(person: Person): SQL | undefined {
  const ids = idsOf(person).map((id) => id.toLowerCase());
  const names = person.names.map((name) => name.toLowerCase());
  return and(
    or(
      sql`false`,
      ids.length > 0 ? inArray(sql`lower(${talentTable.email})`, ids) : undefined,
      ids.length + names.length > 0 ? inArray(sql`lower(${talentTable.name})`, [...ids, ...names]) : undefined,
    ),
    inPackage(sql`${talentTable.packageName}`, person),
  );
}

/** What was read or heard may name somebody, and so may the file. */
const aboutAnalyses = (person: Person): SQL | undefined =>
  and(
    or(
      sql`false`,
      ...idsOf(person).map(
        (id) =>
          sql`position(${id.toLowerCase()} IN lower(${analysisTable.called} || coalesce(${analysisTable.answer}::text, ''))) > 0`,
      ),
      // Whom a gallery has named goes with the gallery.
      ...person.names.map((name) => sql`${analysisTable.answer} #> '{body,result,celebrity}' ? ${name}`),
    ),
    inPackage(sql`${analysisTable.packageName}`, person),
  );

const searched = (what: string, table: PgTable, about: (person: Person) => SQL | undefined): PersonalData => ({
  what,
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(table).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(table).where(about(person));
    await report(gone.rowCount ?? 0);
  },
});

/** Persons of galleries, with the numbers they are recognised by. */
export const personalTalent = searched('hygiene_talent', talentTable, aboutTalent);
export const personalAnalyses = searched('hygiene_analysis', analysisTable, aboutAnalyses);
