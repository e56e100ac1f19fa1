import { and, count, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { textOfFile } from '#platform/server/postgres/text-of-file.ts';
import { fileTable, lineTable } from './tables.ts';

/** Of nobody nothing: a condition without any id would be one without any bound. */
const naming = (person: Person, text: SQL, dispute: AnyPgColumn): SQL | undefined =>
  and(
    or(sql`false`, ...idsOf(person).map((id) => sql`position(${id.toLowerCase()} IN lower(${text})) > 0`)),
    person.package_name === undefined
      ? undefined
      : sql`${dispute} IN (SELECT id FROM dispute WHERE package_name = ${person.package_name})`,
  );

const aboutLine = (person: Person) =>
  naming(person, sql`concat_ws(' ', ${lineTable.text}, ${lineTable.reason})`, lineTable.disputeId);
const aboutFile = (person: Person) => naming(person, textOfFile(fileTable), fileTable.disputeId);

/** What was said of a person is emptied and files that name it go; what was claimed and answered stays. */
export const personalDisputes: PersonalData = {
  what: 'disputes',
  step: 'records',
  async count({ database: { db } }, person) {
    const [[lines], [files]] = await Promise.all([
      db.select({ n: count() }).from(lineTable).where(aboutLine(person)),
      db.select({ n: count() }).from(fileTable).where(aboutFile(person)),
    ]);
    return (lines?.n ?? 0) + (files?.n ?? 0);
  },
  async erase({ database: { db } }, person, report) {
    const lines = await db.update(lineTable).set({ text: '…', reason: '…' }).where(aboutLine(person));
    const files = await db.delete(fileTable).where(aboutFile(person));
    await report((lines.rowCount ?? 0) + (files.rowCount ?? 0));
  },
};
