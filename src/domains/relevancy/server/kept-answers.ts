import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Found, Question, VideoSource } from './found-video.ts';
import { answerTable } from './tables.ts';

const DAY_MS = 86_400_000;

interface Parts {
  database: Pick<Database, 'db'>;
  now: () => Date;
}

/** A source whose answers hold for a day: the same question costs nothing again. What is older is dropped. */
export const keptADay = (vendor: string, source: VideoSource, { database: { db }, now }: Parts): VideoSource => ({
  async search(question, most) {
    const key = keyOf(question, most);
    const yesterday = new Date(now().getTime() - DAY_MS);
    const { vendor: ofVendor, question: asked, askedAt } = answerTable;
    const [kept] = await db
      .select()
      .from(answerTable)
      .where(and(eq(ofVendor, vendor), eq(asked, key), gt(askedAt, yesterday)));
    // Written below, by nobody else.
    if (kept) return kept.answer as Found;
    const answer = await source.search(question, most);
    await db.delete(answerTable).where(lt(askedAt, yesterday));
    const fresh = { answer, askedAt: now() };
    await db
      .insert(answerTable)
      .values({ vendor, question: key, ...fresh })
      .onConflictDoUpdate({ target: [ofVendor, asked], set: fresh });
    return answer;
  },
});

/** Of the shape that answers have; what was kept in another is not found again. */
const SHAPE = 2;

const keyOf = ({ country, language, keyword }: Question, most: number): string =>
  JSON.stringify([SHAPE, country, language, keyword.trim().toLowerCase(), most]);
