import { inArray } from 'drizzle-orm';
import { roleOf } from '#platform/contract/roles.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';

/** The person's accounts, with everything that hangs on them. */
export const personalAccounts: PersonalData = {
  what: 'accounts',
  step: 'records',
  ofAccount: true,
  count: async (_, { accounts }) => accounts.length,
  async erase({ database: { db } }, person, report) {
    if (person.accounts.length === 0) return;
    // Administrators were refused when it was asked for; one promoted since then is not removed behind everybody's
    // back.
    const accounts = await db
      .select()
      .from(appUser)
      .where(inArray(appUser.id, [...person.accounts]));
    const removable = accounts.filter(({ role }) => roleOf(role) !== 'admin').map(({ id }) => id);
    const gone = removable.length > 0 ? await db.delete(appUser).where(inArray(appUser.id, removable)) : undefined;
    await report(gone?.rowCount ?? 0);
  },
};
