import { type SQL, sql } from 'drizzle-orm';
import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { containing } from '#platform/server/postgres/like.ts';

/** Words of the log that name the person: the ids themselves, wherever they stand, and the name of an account. */
const wordsAbout = (person: Person): SQL =>
  sql.join(
    [
      ...idsOf(person).map((id) => sql`text ILIKE ${containing(id)}`),
      ...person.accounts.map((id) => sql`(kind = 'actor' AND text LIKE ${`% #${id}`})`),
    ],
    sql` OR `,
  );

/** Entries stay, with the hash of what they named. */
export const personalWords: PersonalData = {
  what: 'audit_words',
  step: 'audit',
  ofAccount: true,
  async count({ database: { db } }, person) {
    const { rows } = await db.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM audit_word WHERE ${wordsAbout(person)}`,
    );
    return rows[0]?.n ?? 0;
  },
  async erase({ database: { db } }, person, report) {
    const gone = await db.execute(sql`DELETE FROM audit_word WHERE ${wordsAbout(person)}`);
    await report(gone.rowCount ?? 0);
  },
};
