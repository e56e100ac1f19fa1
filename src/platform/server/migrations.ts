import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One numbered, forward-only file: `0007_name.sql`. Once applied anywhere it is law and never edited. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The schema on disk and the program do not belong together. Nothing has been changed. */
export class MigrationRefused extends Error {}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach((each, index) => {
    if (migrations[index - 1]?.version === each.version)
      throw new MigrationRefused(`Two migrations have number ${each.version}`);
  });
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, digits, name] = /^(\d{4})_([\w-]+)\.sql$/.exec(file) ?? [];
  if (!digits || !name) throw new MigrationRefused(`${file} is not named NNNN_name.sql`);
  const text = await readFile(join(folder, file), 'utf8');
  // Line ends may be rewritten by a checkout; that is not an edit.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { version: Number(digits), name, text, checksum };
}

/** What is still to run, in order. Throws MigrationRefused for an edited, unknown or skipped file. */
export function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byVersion = new Map(known.map((each) => [each.version, each]));
  for (const done of applied) {
    const file = byVersion.get(done.version);
    const label = `${String(done.version).padStart(4, '0')}_${done.name}`;
    if (!file)
      throw new MigrationRefused(
        `The data has schema ${label}, which this version does not know. Use the newer version.`,
      );
    if (file.checksum !== done.checksum)
      throw new MigrationRefused(`Migration ${label} was edited after it was applied. Add a new file instead.`);
  }
  const newest = Math.max(0, ...applied.map((each) => each.version));
  const doneVersions = new Set(applied.map((each) => each.version));
  const pending = known.filter((each) => !doneVersions.has(each.version));
  const late = pending.find((each) => each.version < newest);
  if (late)
    throw new MigrationRefused(
      `Migration ${late.version}_${late.name} came after ${newest} was applied. Give it the next number.`,
    );
  return pending;
}
