import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { footprintTable, merchantTable } from './tables.ts';

/** Rows of a table in which one of the columns is an id of the person. */
function personalIn(
  what: string,
  table: PgTable,
  { named, packageName }: { named: readonly PgColumn[]; packageName: PgColumn },
): PersonalData {
  const about = (person: Person): SQL | undefined => {
    const ids = idsOf(person).map((id) => id.toLowerCase());
    return and(
      // Of nobody nothing: a condition without any id would be one without any bound.
      or(sql`false`, ...(ids.length === 0 ? [] : named.map((column) => inArray(sql`lower(${column})`, ids)))),
      person.package_name === undefined ? undefined : eq(packageName, person.package_name),
    );
  };
  return {
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
  };
}

export const personalFootprints = personalIn('footprints', footprintTable, {
  named: [footprintTable.value],
  packageName: footprintTable.packageName,
});
export const personalMerchants = personalIn('merchants', merchantTable, {
  named: [merchantTable.email],
  packageName: merchantTable.packageName,
});
