import { count, sql } from 'drizzle-orm';
import type { PersonalData } from '../personal-data.ts';
import { mailTable } from './mail-table.ts';

const to = (email: string) => sql`lower(${mailTable.recipient}) = lower(${email})`;

/** Mails to the person. */
export const personalMails: PersonalData = {
  what: 'mails',
  step: 'records',
  ofAccount: true,
  async count({ database: { db } }, { email }) {
    if (email === undefined) return 0;
    const [row] = await db.select({ n: count() }).from(mailTable).where(to(email));
    return row?.n ?? 0;
  },
  async erase({ database: { db } }, { email }, report) {
    if (email === undefined) return;
    const gone = await db.delete(mailTable).where(to(email));
    await report(gone.rowCount ?? 0);
  },
};
