import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { appUser } from '#platform/server/access/tables.ts';
import type { PersonalData, PersonStores } from '#platform/server/personal-data.ts';
import { erasePackage as eraseTraffic } from '#traffic/privacy/server/erase.ts';
import { type ErasureRow, forgotten, patchErasure, type Target, unfinishedErasures } from './erasure-store.ts';

export interface ErasureDeps extends PersonStores {
  /** What is kept about people, in the order in which it is erased. */
  personalData: readonly PersonalData[];
  /** Columns in which a record says which account made it. */
  nameColumns: readonly PgColumn[];
}

/** Does everything that was asked for and is not done, oldest first. Every step can be done again. */
export async function runErasures(deps: ErasureDeps, signal?: AbortSignal): Promise<void> {
  for (const row of await unfinishedErasures(deps.database)) {
    signal?.throwIfAborted();
    try {
      await patchErasure(deps.database, row.id, { state: 'running', error: null });
      const erased = await run(deps, row);
      const target = row.target.kind === 'forgotten' ? row.target : forgotten(row.target);
      await patchErasure(deps.database, row.id, { state: 'done', step: '', erased, target, finishedAt: new Date() });
    } catch (error) {
      const message = error instanceof Error ? error.message.slice(0, 500) : String(error);
      await patchErasure(deps.database, row.id, { state: 'failed', error: message });
      throw error;
    }
  }
}

const run = (deps: ErasureDeps, row: ErasureRow): Promise<Record<string, number>> => {
  const { target } = row;
  if (target.kind === 'package') return erasePackage(deps, row, target);
  return target.kind === 'person' ? erasePerson(deps, row, target) : Promise.resolve(row.erased);
};

/** The records went with the package; left are its events, its files and its name in the log. */
async function erasePackage(
  { database, clickhouse, files }: PersonStores,
  row: ErasureRow,
  target: Extract<Target, { kind: 'package' }>,
): Promise<Record<string, number>> {
  await patchErasure(database, row.id, { step: 'events' });
  const events = await eraseTraffic(clickhouse, target.package);
  await patchErasure(database, row.id, { step: 'files', erased: { ...row.erased, ...(events > 0 ? { events } : {}) } });
  for (const name of target.files) await files.remove(`files/imports/${name}`);
  await patchErasure(database, row.id, { step: 'audit' });
  const words = await database.db.execute(sql`
    DELETE FROM audit_word WHERE ref IN (
      SELECT ref FROM audit_word WHERE kind IN ('package', 'subject') AND text = ${target.package}
      UNION
      SELECT e.details FROM audit_entry e JOIN audit_word w ON w.ref = e.package AND w.text = ${target.package})`);
  return {
    events: (row.erased['events'] ?? 0) + events,
    files: target.files.length,
    audit_words: (row.erased['audit_words'] ?? 0) + (words.rowCount ?? 0),
  };
}

async function erasePerson(
  deps: ErasureDeps,
  row: ErasureRow,
  { person, userIds, names }: Extract<Target, { kind: 'person' }>,
): Promise<Record<string, number>> {
  const erased: Record<string, number> = { ...row.erased };
  const done = async (step: string, what: string, n: number): Promise<void> => {
    erased[what] = (erased[what] ?? 0) + n;
    await patchErasure(deps.database, row.id, { step, erased });
  };
  const inOnePackage = person.package_name !== undefined;
  for (const { what, step, ofAccount = false, erase } of deps.personalData) {
    if (ofAccount && inOnePackage) continue;
    await erase(deps, { ...person, accounts: userIds, names }, (n) => done(step, what, n));
  }
  // After the accounts: a name that another account still bears is that other's.
  if (!inOnePackage && names.length > 0) await done('records', 'names', await replaceNames(deps, names));
  return erased;
}

/** A name that no other account bears is replaced wherever a record carries it. */
async function replaceNames({ database: { db }, nameColumns }: ErasureDeps, names: readonly string[]): Promise<number> {
  let changed = 0;
  for (const name of names) {
    const [namesake] = await db.select({ id: appUser.id }).from(appUser).where(eq(appUser.name, name));
    if (namesake) continue;
    for (const column of nameColumns) {
      const identifier = sql.identifier(column.name);
      const gone = await db.execute(
        sql`UPDATE ${column.table} SET ${identifier} = 'erased' WHERE ${identifier} = ${name}`,
      );
      changed += gone.rowCount ?? 0;
    }
  }
  return changed;
}
