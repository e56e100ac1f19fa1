import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { ownBoard } from './tables.ts';

function about(person: Person): SQL | undefined {
  // Of nobody nothing: a condition without any id would be one without any bound.
  const named = idsOf(person).flatMap((id) => [
    sql`position(${id.toLowerCase()} IN lower(jsonb_path_query_array(${ownBoard.cards}, '$[*].asked[*].value')::text)) > 0`,
    sql`position(${id.toLowerCase()} IN lower(jsonb_path_query_array(${ownBoard.cards}, '$[*].title')::text)) > 0`,
    sql`position(${id.toLowerCase()} IN lower(${ownBoard.name})) > 0`,
  ]);
  return and(
    or(sql`false`, ...named),
    person.package_name === undefined ? undefined : eq(ownBoard.packageName, person.package_name),
  );
}

/** Boards of anybody whose name or cards name the person. */
export const personalBoards: PersonalData = {
  what: 'own_boards',
  step: 'records',
  async count({ database: { db } }, person) {
    const [row] = await db.select({ n: count() }).from(ownBoard).where(about(person));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.delete(ownBoard).where(about(person));
    await report(gone.rowCount ?? 0);
  },
};
