import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { roleOf } from '#platform/contract/roles.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { mailTable } from '#platform/server/mail/mail-table.ts';
import { personMappings, personRejects } from '#traffic/intake/server/person-texts.ts';
import { eventDecision, whiteListTable } from '#traffic/judge/server/tables.ts';
import { eraseRows, erasePackage as eraseTraffic, personRows } from '#traffic/privacy/server/erase.ts';
import { type ErasureRow, forgotten, patchErasure, type Target, unfinishedErasures } from './erasure-store.ts';
import { auditWords, eachRowBatch, idsOf, type PersonStores, whiteListOf, wordsOf } from './find-person.ts';

/** Does everything that was asked for and is not done, oldest first. Every step can be done again. */
export async function runErasures(deps: PersonStores, signal?: AbortSignal): Promise<void> {
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

const run = (deps: PersonStores, row: ErasureRow): Promise<Record<string, number>> => {
  const { target } = row;
  if (target.kind === 'package') return erasePackage(deps, row, target);
  return target.kind === 'person' ? erasePerson(deps, row, target) : Promise.resolve(row.erased);
};

/** The records went with the package; left are its events, its files and its name in the log. */
async function erasePackage(
  { database, clickhouse, importFolder }: PersonStores,
  row: ErasureRow,
  target: Extract<Target, { kind: 'package' }>,
): Promise<Record<string, number>> {
  await patchErasure(database, row.id, { step: 'events' });
  const events = await eraseTraffic(clickhouse, target.package);
  await patchErasure(database, row.id, { step: 'files', erased: { ...row.erased, ...(events > 0 ? { events } : {}) } });
  for (const name of target.files) await rm(join(importFolder, name), { force: true });
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
  deps: PersonStores,
  row: ErasureRow,
  { person, userIds, names }: Extract<Target, { kind: 'person' }>,
): Promise<Record<string, number>> {
  const { database, clickhouse } = deps;
  const { db } = database;
  const erased: Record<string, number> = { ...row.erased };
  const done = async (step: string, what: string, n: number | null): Promise<void> => {
    erased[what] = (erased[what] ?? 0) + (n ?? 0);
    await patchErasure(database, row.id, { step, erased });
  };
  // Before the events themselves: afterwards nobody could say which marks were theirs.
  await eachRowBatch(deps, person, async (ids) => {
    const gone = await db.delete(eventDecision).where(inArray(eventDecision.rowId, ids));
    await done('events', 'decisions', gone.rowCount);
  });
  await done('events', 'events', await eraseRows(clickhouse, personRows(person, person.package_name)));
  const entries = await db.delete(whiteListTable).where(whiteListOf(person));
  await done('records', 'white_list', entries.rowCount);
  const inImports = wordsOf(person, names);
  await done('files', 'rejects', await personRejects(database, { path: deps.importFolder }, inImports, true));
  await done('files', 'mappings', await personMappings(database, inImports, true));
  if (person.package_name !== undefined) return erased;

  if (person.email !== undefined) {
    const mails = await db.delete(mailTable).where(sql`lower(${mailTable.recipient}) = lower(${person.email})`);
    await done('records', 'mails', mails.rowCount);
  }
  if (userIds.length > 0) {
    // Administrators were refused when it was asked for; one promoted since then is not removed behind everybody's back.
    const accounts = await db.select().from(appUser).where(inArray(appUser.id, userIds));
    const removable = accounts.filter(({ role }) => roleOf(role) !== 'admin').map(({ id }) => id);
    const gone = removable.length > 0 ? await db.delete(appUser).where(inArray(appUser.id, removable)) : undefined;
    await done('records', 'accounts', gone?.rowCount ?? 0);
    await done('records', 'names', await replaceNames(deps, names));
  }
  const words = await db.execute(sql`DELETE FROM audit_word WHERE ${auditWords(idsOf(person), userIds)}`);
  await done('audit', 'audit_words', words.rowCount);
  return erased;
}

/** Columns in which a record says who made it. */
const NAME_COLUMNS = ['author', 'created_by', 'removed_by', 'stored_by', 'saved_by', 'decided_by'];

/** A name that no other account bears is replaced wherever a record carries it. */
async function replaceNames({ database: { db } }: PersonStores, names: readonly string[]): Promise<number> {
  let changed = 0;
  const columns = await db.execute<{ table_name: string; column_name: string }>(sql`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type = 'text'
      AND column_name IN (${sql.join(
        NAME_COLUMNS.map((name) => sql`${name}`),
        sql`, `,
      )})`);
  for (const name of names) {
    const [namesake] = await db
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.name, name)));
    if (namesake) continue;
    for (const { table_name, column_name } of columns.rows) {
      const column = sql.identifier(column_name);
      const gone = await db.execute(
        sql`UPDATE ${sql.identifier(table_name)} SET ${column} = 'erased' WHERE ${column} = ${name}`,
      );
      changed += gone.rowCount ?? 0;
    }
  }
  return changed;
}
