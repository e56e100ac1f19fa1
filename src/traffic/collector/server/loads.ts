import { eq, inArray, sql as pgSql } from 'drizzle-orm';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { acceptedOf, addLiveImport, patchImport } from '#traffic/intake/server/import-store.ts';
import { type ImportRow, importFileTable, importTable } from '#traffic/intake/server/import-tables.ts';
import { type ImportDeps, runImport } from '#traffic/intake/server/run-import.ts';
import { inTransaction, packEvents } from './intake-sql.ts';
import { LIVE_MAPPING } from './live-mapping.ts';
import { eventsOfLoad, type LoadEvent, rejectsOfLoad, removeLoadFiles, writeLoadFile } from './load-file.ts';
import { intakeBatch } from './tables.ts';

/**
 * Events of one load at most, where so many wait: an event costs half of what it does in loads of 20,000, since the
 * statements of a load and the stored events of its persons are seen to once.
 */
export const LOAD_EVENTS = 100_000;
/** While others wait for theirs, or did a moment ago. */
export const SHORT_LOAD_EVENTS = 5000;
/** Packed; of the largest events so many would be gigabytes. */
const LOAD_BYTES = 64 * 1024 * 1024;

export interface Load {
  id: number;
  packageName: string;
}

/** Loads that were begun and are not over, the oldest first. */
export async function openLoads({ pool }: Pick<Database, 'pool'>): Promise<Load[]> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'SELECT load_id AS id, min(package_name) AS name FROM intake_batch WHERE load_id IS NOT NULL GROUP BY load_id ORDER BY load_id',
  );
  return rows.map(({ id, name }) => ({ id, packageName: name }));
}

/** Packages whose events wait, and of how many keys, those that wait longest first. */
export async function waitingPackages({ pool }: Pick<Database, 'pool'>): Promise<{ name: string; keys: number }[]> {
  const { rows } = await pool.query<{ name: string; keys: number }>(
    `SELECT package_name AS name, count(DISTINCT key_id)::int AS keys
     FROM intake_batch WHERE load_id IS NULL GROUP BY package_name ORDER BY min(seq)`,
  );
  return rows;
}

interface WaitingBatch extends Record<string, unknown> {
  seq: string;
  n: number;
  bytes: number;
}

/**
 * Makes one import of what a package has waiting, of each key in order, and of keys in turn: the import and what belongs
 * to it are recorded together, so whatever stops, the same batches are loaded under the same import.
 */
export async function beginLoad({ db }: Database, packageName: string, most: number): Promise<Load | undefined> {
  return db.transaction(async (tx) => {
    // As if an event of each key were taken at a time: a batch goes when as many of its own key have gone before it.
    const { rows: waiting } = await tx.execute<WaitingBatch>(pgSql`
      WITH waiting AS (
        SELECT seq, n, octet_length(events) AS bytes, sum(n) OVER (PARTITION BY key_id ORDER BY seq) AS own
        FROM intake_batch WHERE package_name = ${packageName} AND load_id IS NULL)
      SELECT b.seq, b.n, waiting.bytes FROM waiting JOIN intake_batch AS b USING (seq) WHERE b.load_id IS NULL
      ORDER BY waiting.own, b.seq LIMIT ${MOST_BATCHES} FOR UPDATE OF b`);
    const seqs: number[] = [];
    const sum = { events: 0, bytes: 0 };
    for (const { seq, n, bytes } of waiting) {
      if (seqs.length > 0 && (sum.events + n > most || sum.bytes + bytes > LOAD_BYTES)) break;
      seqs.push(Number(seq));
      sum.events += n;
      sum.bytes += bytes;
    }
    if (seqs.length === 0) return undefined;
    const { id } = await addLiveImport(tx, { packageName, mapping: LIVE_MAPPING });
    await tx.update(intakeBatch).set({ loadId: id }).where(inArray(intakeBatch.seq, seqs));
    return { id, packageName };
  });
}

const MOST_BATCHES = 5000;

/**
 * Brings a load to its end from wherever it is. Answers its record: `done`, or `failed` with nothing of it visible.
 * Throws when the engine broke off something that must be completed, and when the program stops.
 */
export async function runLoad(
  scope: Scope,
  deps: ImportDeps,
  load: Load,
  signal: AbortSignal,
): Promise<ImportRow | undefined> {
  const { database, folder } = deps;
  const [row] = await database.db.select().from(importTable).where(eq(importTable.id, load.id));
  if (!row) return undefined;
  if (row.state === 'done' || row.state === 'failed') return row;
  const fileBytes = await writeLoadFile(database, folder, row);
  await patchImport(database, load.id, { fileBytes });
  return runImport(scope, deps, load.id, () => {}, signal);
}

/** The batches of a load that is done go, and with them its file; what it refused after all becomes dead letters. */
export async function endLoad({ database, folder }: ImportDeps, row: ImportRow): Promise<void> {
  const refused: ReadonlyMap<number, string> = row.rejected > 0 ? await rejectsOfLoad(folder.files, row.id) : new Map();
  const events = refused.size > 0 ? await eventsOfLoad(database, row.id) : [];
  await close(
    database,
    row,
    events.flatMap((event, index) => (refused.has(index) ? [{ event, field: refused.get(index) ?? '' }] : [])),
  );
  await removeLoadFiles(folder, row);
}

/** Into how many parts a load that fails is cut, each time. */
export const STEP = 16;

/**
 * A batch that no import gets through becomes smaller ones; a single event that does not get through is a dead letter.
 */
export async function splitLoad({ database, folder }: ImportDeps, row: ImportRow): Promise<void> {
  const events = await eventsOfLoad(database, row.id);
  const [first] = events;
  if (!first || events.length === 1) {
    const refused = await rejectsOfLoad(folder.files, row.id);
    await close(
      database,
      row,
      events.map((event) => ({ event, field: refused.get(0) ?? '' })),
    );
  } else {
    const size = Math.ceil(events.length / STEP);
    const parts = Array.from({ length: Math.ceil(events.length / size) }, (_, n) =>
      events.slice(n * size, (n + 1) * size),
    );
    await database.db.transaction(async (tx) => {
      await tx.delete(intakeBatch).where(eq(intakeBatch.loadId, row.id));
      await tx.delete(importFileTable).where(eq(importFileTable.id, row.fileId));
      await tx.insert(intakeBatch).values(
        parts.map((part) => ({
          packageName: row.packageName,
          kind: first.kind,
          receivedAt: first.receivedAt,
          n: part.length,
          events: packEvents(part.map(({ id, fields }) => ({ id, fields }))),
        })),
      );
    });
  }
  await removeLoadFiles(folder, row);
}

export async function abandonLoad({ db }: Database, { id }: Load): Promise<void> {
  await db.update(intakeBatch).set({ loadId: null }).where(eq(intakeBatch.loadId, id));
}

/** Its batches wait again; of the load itself nothing was visible. */
export async function releaseLoad({ database, folder }: ImportDeps, row: ImportRow): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.update(intakeBatch).set({ loadId: null }).where(eq(intakeBatch.loadId, row.id));
    await tx.delete(importFileTable).where(eq(importFileTable.id, row.fileId));
  });
  await removeLoadFiles(folder, row);
}

async function close(
  { pool }: Database,
  row: ImportRow,
  dead: readonly { event: LoadEvent; field: string }[],
): Promise<void> {
  const loaded = row.state === 'done' ? acceptedOf(row) : 0;
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO dead_letter (package_name, kind, received_at, event_id, event, field, reason)
       SELECT $1, *, 'not_loaded' FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[])`,
      [
        row.packageName,
        dead.map(({ event }) => event.kind),
        dead.map(({ event }) => event.receivedAt.toISOString()),
        dead.map(({ event }) => event.id),
        dead.map(({ event }) => JSON.stringify({ event_id: event.id, ...event.fields })),
        dead.map(({ field }) => field),
      ],
    );
    await client.query(
      `INSERT INTO intake_count AS c (package_name, at, loaded, dead)
       VALUES ($1, date_bin('10 seconds', now(), 'epoch'), $2, $3)
       ON CONFLICT (package_name, at, writer) DO UPDATE SET loaded = c.loaded + excluded.loaded, dead = c.dead + excluded.dead`,
      [row.packageName, loaded, dead.length],
    );
    await client.query('DELETE FROM intake_batch WHERE load_id = $1', [row.id]);
    await client.query('DELETE FROM import_file WHERE id = $1', [row.fileId]);
  });
}
