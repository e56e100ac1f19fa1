import { and, count, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { forgetNames, type Named, naming } from './named-persons.ts';
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

const talent = searched('hygiene_talent', talentTable, aboutTalent);
/** Persons of galleries, with the numbers they are recognised by. After their results, which are found by their names. */
export const personalTalent: PersonalData = {
  ...talent,
  async erase({ database: { db } }, person, report) {
    const { name, packageName } = talentTable;
    const gone = await db.transaction(async (tx) => {
      const persons = await tx.delete(talentTable).where(aboutTalent(person)).returning({ name, packageName });
      // Of what was kept since their results were looked for.
      await forgetNames(tx, persons);
      return persons.length;
    });
    await report(gone);
  },
};

/** By what galleries call the person, and by the name of the account. */
async function namesOf({ db }: Database, person: Person): Promise<Named[]> {
  const { name, packageName } = talentTable;
  const known = await db.select({ name, packageName }).from(talentTable).where(aboutTalent(person));
  return [...known, ...person.names.map((one) => ({ name: one, packageName: person.package_name }))];
}

const analyses = searched('hygiene_analysis', analysisTable, aboutAnalyses);
export const personalAnalyses: PersonalData = {
  ...analyses,
  async count({ database }, person) {
    const named = naming(await namesOf(database, person));
    const [row] = await database.db
      .select({ n: count() })
      .from(analysisTable)
      .where(or(aboutAnalyses(person), named));
    return row?.n ?? 0;
  },
  async erase(stores, person, report) {
    await analyses.erase(stores, person, report);
    // Whom a gallery has named is named no more; the result is the package's.
    await report(await forgetNames(stores.database.db, await namesOf(stores.database, person)));
  },
};
