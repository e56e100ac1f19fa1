import { count, inArray } from 'drizzle-orm';
import type { Person, PersonalData, PersonStores } from '#platform/server/personal-data.ts';
import { eventDecision } from '#traffic/judge/server/tables.ts';
import { personRows, rowIds } from '#traffic/privacy/server/erase.ts';

const BATCH = 5_000;

/** Runs `work` over the row ids of the person's events, a batch at a time. */
async function eachRowBatch(
  { clickhouse }: PersonStores,
  person: Person,
  work: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await rowIds(clickhouse, personRows(person, person.package_name), BATCH, after);
    if (ids.length > 0) await work(ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return;
    after = last;
  }
}

/** Marks of people on the person's events. They go before the events: afterwards nobody could say which were theirs. */
export const personalDecisions: PersonalData = {
  what: 'decisions',
  step: 'events',
  async count(stores, person) {
    let found = 0;
    await eachRowBatch(stores, person, async (ids) => {
      const where = inArray(eventDecision.rowId, ids);
      const [row] = await stores.database.db.select({ n: count() }).from(eventDecision).where(where);
      found += row?.n ?? 0;
    });
    return found;
  },
  erase: (stores, person, report) =>
    eachRowBatch(stores, person, async (ids) => {
      const gone = await stores.database.db.delete(eventDecision).where(inArray(eventDecision.rowId, ids));
      await report(gone.rowCount ?? 0);
    }),
};
