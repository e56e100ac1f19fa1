import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { snapshotEngine } from '#platform/server/backup/engine-snapshot.ts';
import { COPIES_AT_ONCE, copyHashed, linkAll, together } from '#platform/server/backup/hashed-copy.ts';
import { rememberBackup } from '#platform/server/backup/last-backup.ts';
import { type BackupPart, BackupRefused, type Manifest, writeManifest } from '#platform/server/backup/manifest.ts';
import { RecordsMoment } from '#platform/server/backup/records.ts';
import { SNAPSHOT } from '#platform/server/data-folder.ts';
import { FILE_PLACES, type Files } from '#platform/server/files/files.ts';
import { storedTraffic } from '#traffic/event/server/stored-traffic.ts';
import type { AppContext } from './app-context.ts';
import { ROOT } from './places.ts';

/** Of the data folder: what engines keep, which is taken by their own means, and what a start makes anew. */
const NOT_COPIED =
  /^(postgres|clickhouse|lock|control\.sock|restoring|last-backup\.json|secrets|snapshot-|demo-sign-ins)/;
/** Downloads under way, and what processes work on. */
const OWN_WORK: readonly string[] = ['spool', 'work'];

/** A file, or the parts of a table, waiting under a second name to be copied. */
interface Linked {
  part: Pick<BackupPart, 'name' | 'place' | 'kind' | 'rows'>;
  from: string;
}

export interface BackupOptions {
  /** Without them a restored installation signs everybody out and knows no authenticator. */
  secrets: boolean;
  onPart?: (share: number) => void;
}

/**
 * A backup of the running installation, in an empty folder. What it holds is what a kill of the program at one moment
 * would leave, so that what makes kills harmless makes a restore harmless too. Nobody is kept from sending or reading;
 * writes of the engine wait while second names for its files are made, the copying comes after.
 */
export async function takeBackup(context: AppContext, into: string, options: BackupOptions): Promise<Manifest> {
  const { config, folder, files: shared, database, clickhouse, clock } = context;
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined)
    throw new BackupRefused(
      'Engines that have addresses are backed up by their own means: docs/guides/backup.md says in which order.',
    );
  await requireEmptyFolder(into);
  if (!relative(folder.path, into).startsWith('..'))
    throw new BackupRefused('A backup inside of the data folder would go with it: choose another place');
  await mkdir(into, { recursive: true, mode: 0o700 });
  const snapshot = mkdtempSync(join(folder.path, SNAPSHOT));
  const takenAt = clock.now().toISOString();
  let moment: RecordsMoment | undefined;
  try {
    const { linked, events } = await clickhouse.whileNobodyWrites(async () => {
      moment = await RecordsMoment.open(database.pool);
      const files = await linkFiles(shared, folder.path, join(snapshot, 'files'));
      const parts = await snapshotEngine(clickhouse, join(snapshot, 'traffic'));
      const { events } = await storedTraffic(clickhouse);
      return { linked: [...parts.map(ofEngine), ...files], events };
    });
    if (!moment) throw new Error('No moment of the records');
    const parts = await copyParts(moment, linked, into, options);
    if (shared.kind === 's3') parts.push(...(await downloadFiles(shared, into)));
    // An installation that nobody has opened has none.
    const secrets = options.secrets ? await copySecrets(folder.path, into) : undefined;
    const hasSecrets = secrets !== undefined && secrets.files > 0;
    if (hasSecrets) parts.push(secrets);
    const [waiting] = await moment.ask<{ n: string }>('SELECT coalesce(sum(n), 0) AS n FROM intake_batch');
    const manifest: Manifest = {
      format: 1,
      adsieve: versionOf(join(ROOT, 'package.json')),
      taken_at: takenAt,
      engines: { postgres: (await database.info()).version, clickhouse: (await clickhouse.info()).version },
      ...(await moment.about()),
      events,
      waiting: Number(waiting?.n ?? 0),
      secrets: hasSecrets,
      parts,
    };
    await writeManifest(into, manifest);
    await rememberBackup(folder.path, { at: takenAt, folder: into, events });
    return manifest;
  } catch (error) {
    for (const name of await readdir(into)) rmSync(join(into, name), { recursive: true, force: true });
    throw error;
  } finally {
    moment?.close();
    rmSync(snapshot, { recursive: true, force: true });
  }
}

/** Refuses a folder with something in it, other than what an empty disk has. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupRefused(`${folder} is no folder that can be read`);
  });
  if (found.some((name) => name !== 'lost+found')) throw new BackupRefused(`${folder} is not empty: nothing was done`);
}

const ofEngine = ({ name, place, linked, rows }: Awaited<ReturnType<typeof snapshotEngine>>[number]): Linked => ({
  part: {
    name: `traffic/${name}`,
    place: join('clickhouse', 'store', place),
    kind: 'traffic',
    ...(rows === undefined ? {} : { rows }),
  },
  from: linked,
});

/** Uploads, lists, reports and whatever else lies beside the engines. */
async function linkFiles(shared: Files, dataFolder: string, into: string): Promise<Linked[]> {
  const names = (await readdir(dataFolder)).filter((name) => !NOT_COPIED.test(name));
  const places = names.flatMap((name) => (name === 'files' ? [] : [name]));
  if (names.includes('files'))
    places.push(
      ...(await readdir(join(dataFolder, 'files')))
        .filter((name) => !OWN_WORK.includes(name))
        .map((name) => join('files', name)),
    );
  // What imports have handed to the engine.
  places.push(join('clickhouse', 'stage'));
  const linked: Linked[] = [];
  for (const place of places) {
    // Of a bucket's files only what was left here when they were moved.
    if (shared.kind === 's3' && FILE_PLACES.some((each) => `${each}/`.startsWith(`${place}/`))) continue;
    const from = join(into, place);
    if ((await linkAll(join(dataFolder, place), from, true)) > 0)
      linked.push({ part: { name: `files/${place}`, place, kind: 'files' }, from });
  }
  return linked;
}

/**
 * Files of a bucket, as they are now: one that was removed since the moment of the backup is missing, as it is where it
 * was removed.
 */
async function downloadFiles(files: Files, into: string): Promise<BackupPart[]> {
  const parts: BackupPart[] = [];
  for (const place of FILE_PLACES) {
    const name = `files/${place}`;
    for await (const listed of files.list(place)) {
      const stream = await files.read(listed.name);
      if (!stream) continue;
      await mkdir(join(into, name), { recursive: true, mode: 0o700 });
      await pipeline(stream, createWriteStream(join(into, 'files', listed.name), { mode: 0o600 }));
    }
    if (!existsSync(join(into, name))) continue;
    parts.push({ name, path: name, place, kind: 'files', ...(await copyHashed(join(into, name), undefined)) });
  }
  return parts;
}

async function copyParts(
  moment: RecordsMoment,
  linked: readonly Linked[],
  into: string,
  { onPart }: BackupOptions,
): Promise<BackupPart[]> {
  const tables = await moment.tables();
  const parts: BackupPart[] = [];
  const done = (part: BackupPart): void => {
    parts.push(part);
    onPart?.(parts.length / (tables.length + linked.length));
  };
  for (const table of tables) done(await moment.write(into, table));
  await together(linked, COPIES_AT_ONCE, async ({ part, from }) => {
    const path = part.name;
    done({ ...part, path, ...(await copyHashed(from, join(into, path))) });
  });
  return parts;
}

function versionOf(file: string): string {
  return z.object({ version: z.string().default('') }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

async function copySecrets(dataFolder: string, into: string): Promise<BackupPart> {
  const copied = await copyHashed(join(dataFolder, 'secrets'), join(into, 'secrets'));
  return { name: 'secrets', path: 'secrets', place: 'secrets', kind: 'secrets', ...copied };
}
