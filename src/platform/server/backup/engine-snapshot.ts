import { mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { DATABASE } from '../clickhouse/session.ts';
import { sql, typed } from '../clickhouse/sql.ts';
import { isGone, linkAll, together } from './hashed-copy.ts';
import { BackupRefused } from './manifest.ts';

/** A part of a table, or what tables are made of. */
export interface EnginePart {
  name: string;
  /** Below the folder of the engine, and so below the snapshot. */
  place: string;
  /** Its second name; absolute. */
  linked: string;
  rows?: number;
}

/** A part may be merged away between being listed and being linked; then all is listed again. */
const TRIES = 10;
const PARTS_AT_ONCE = 8;

/**
 * What a kill at this moment would leave of the embedded ClickHouse, as second names of its files in `into`, which must
 * lie on its disk. To be called while nobody writes; merges go on, as they change nothing but how rows lie.
 *
 * Not BACKUP and not FREEZE: both leave out the parts in which the engine (26.7) keeps what UPDATE has changed, so that
 * restored rows had their first verdicts.
 */
export async function snapshotEngine(clickhouse: ClickHouse, into: string): Promise<EnginePart[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await linkEngine(clickhouse, join(into, String(tries)));
    } catch (error) {
      if (!isGone(error) || tries === TRIES) throw error;
    }
  }
}

async function linkEngine(clickhouse: ClickHouse, into: string): Promise<EnginePart[]> {
  const root = await engineFolder(clickhouse);
  const ofDatabase = typed('String', DATABASE);
  const [database] = await clickhouse.query<{ place: string }>(
    sql`SELECT metadata_path AS place FROM system.databases WHERE name = ${ofDatabase}`,
  );
  const tables = await clickhouse.query<{ name: string; place: string }>(
    sql`SELECT name, data_paths[1] AS place FROM system.tables WHERE database = ${ofDatabase} AND notEmpty(data_paths)`,
  );
  const parts = await clickhouse.query<{ name: string; place: string; rows: number }>(
    sql`SELECT concat(table, '/', name) AS name, path AS place, rows FROM system.parts
      WHERE active AND database = ${ofDatabase} ORDER BY table, name`,
  );
  await mkdir(into, { recursive: true, mode: 0o700 });
  const placeOf = (path: string): string => relative(root, path.startsWith('/') ? path : join(root, path));
  const structure = [join('metadata', `${DATABASE}.sql`), placeOf(database?.place ?? '')];
  for (const { place } of tables) {
    const folder = placeOf(place);
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    // Their version, and changes of rows that the engine has still to make.
    structure.push(...entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name)));
  }
  const all = [
    ...structure.map((place) => ({ name: `structure/${place}`, place })),
    ...parts.map(({ name, place, rows }) => ({ name, place: placeOf(place), rows })),
  ];
  const linked = all.map((each) => ({ ...each, linked: join(into, each.place) }));
  await together(linked, PARTS_AT_ONCE, async ({ place, linked: name }) => {
    await linkAll(join(root, place), name);
  });
  return linked;
}

/** Where the embedded engine keeps everything. */
async function engineFolder(clickhouse: ClickHouse): Promise<string> {
  const [disk] = await clickhouse.query<{ path: string }>(sql`SELECT path FROM system.disks WHERE name = 'default'`);
  if (!disk) throw new BackupRefused('The engine does not say where its files are');
  return disk.path;
}
