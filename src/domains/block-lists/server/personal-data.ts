import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { noteChange } from './entry-store.ts';
import { shortOf } from './normal-values.ts';
import { blockEntry, blockStanding } from './tables.ts';

const namesOf = (person: Person): string[] => idsOf(person).map(shortOf);

function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = namesOf(person).flatMap((id) => [
    sql`lower(${blockEntry.value}) = ${id.toLowerCase()}`,
    sql`position(${id.toLowerCase()} IN lower(${blockEntry.reason})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(blockEntry.packageName, person.package_name),
  );
}

/** Standing rules whose name or condition says the person; what they blocked runs out. */
function rulesAbout(person: Person): SQL | undefined {
  const named = idsOf(person).flatMap((id) => [
    sql`position(${id.toLowerCase()} IN lower(coalesce(${blockStanding.condition}::text, ''))) > 0`,
    sql`position(${id.toLowerCase()} IN lower(${blockStanding.name})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(blockStanding.packageName, person.package_name),
  );
}

/**
 * Entries that name the person, in force or not. Rules and feeds follow within a minute; in the versions of the rules
 * before, and in those that follow from an undo, something that no event has stands in their place.
 */
export const personalBlocks: PersonalData = {
  what: 'block_list',
  step: 'records',
  async count({ database: { db } }, person) {
    const [entries] = await db.select({ n: count() }).from(blockEntry).where(about(person));
    const [rules] = await db.select({ n: count() }).from(blockStanding).where(rulesAbout(person));
    return (entries?.n ?? 0) + (rules?.n ?? 0);
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.transaction(async (tx) => {
      const rows = await tx
        .delete(blockEntry)
        .where(about(person))
        .returning({ packageName: blockEntry.packageName, value: blockEntry.value });
      for (const { packageName, value } of rows) {
        const there = JSON.stringify(value);
        const nobody = JSON.stringify(value.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(value) ? '100::' : 'erased');
        await tx.execute(sql`UPDATE rule_set SET custom = replace(custom::text, ${there}, ${nobody})::jsonb
          WHERE package_name = ${packageName} AND position(${there} IN custom::text) > 0`);
      }
      for (const name of new Set(rows.map(({ packageName }) => packageName))) await noteChange(tx, name);
      const rules = await tx.delete(blockStanding).where(rulesAbout(person));
      return rows.length + (rules.rowCount ?? 0);
    });
    await report(gone);
  },
};
