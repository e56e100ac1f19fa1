import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FileName, Files } from '#platform/server/files/files.ts';
import { containing } from '#platform/server/postgres/like.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { rejectsName } from './import-files.ts';
import { importMappingTable, importTable } from './import-tables.ts';

/** By which texts of imports are searched: ids and names of a person, in one package or in all. */
export interface PersonWords {
  words: readonly string[];
  packageName?: string | undefined;
}

/** What stands where the person stood. */
const GONE = 'erased';

/** The words by themselves, whatever their case: `ann@x.example` is not found in `joann@x.example`. */
const patternOf = (words: readonly string[]): RegExp | null =>
  words.length === 0
    ? null
    : new RegExp(
        `(?<![\\p{L}\\p{N}])(?:${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})(?![\\p{L}\\p{N}])`,
        'giu',
      );

const importsOf = async ({ db }: Database, packageName: string | undefined): Promise<number[]> =>
  (
    await db
      .select({ id: importTable.id })
      .from(importTable)
      .where(packageName === undefined ? undefined : eq(importTable.packageName, packageName))
      .orderBy(importTable.id)
  ).map(({ id }) => id);

/** Records of rejects files that name the person. With `remove` they are gone afterwards; safe to repeat. */
export async function personRejects(
  database: Database,
  files: Files,
  { words, packageName }: PersonWords,
  remove: boolean,
): Promise<number> {
  const pattern = patternOf(words);
  if (!pattern) return 0;
  let found = 0;
  for (const id of await importsOf(database, packageName)) {
    const name = rejectsName(id);
    const records = await countLines(files, name, pattern);
    if (records > 0 && remove) await dropLines(files, name, pattern);
    found += records;
  }
  return found;
}

/** A record of a rejects file is a line; its line breaks were taken out when it was written. */
const linesOf = (input: Readable) => createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });

async function countLines(files: Files, name: FileName, pattern: RegExp): Promise<number> {
  const stream = await files.read(name);
  let found = 0;
  if (stream) for await (const line of linesOf(stream)) if (line.search(pattern) >= 0) found++;
  return found;
}

async function dropLines(files: Files, name: FileName, pattern: RegExp): Promise<void> {
  const stream = await files.read(name);
  if (!stream) return;
  // Lines come from the first moment on, whether somebody takes them or not.
  async function* kept(from: Readable): AsyncGenerator<string> {
    for await (const line of linesOf(from)) if (line.search(pattern) < 0) yield `${line}\n`;
  }
  await files.write(name, kept(stream));
}

/**
 * Column mappings that name the person, saved ones and those of imports. With `replace` the word gives way to "erased".
 */
export async function personMappings(database: Database, person: PersonWords, replace: boolean): Promise<number> {
  const { db } = database;
  const pattern = patternOf(person.words);
  if (!pattern) return 0;
  const saved = await db.select().from(importMappingTable).where(holding(importMappingTable, person));
  const used = await db
    .select({ id: importTable.id, mapping: importTable.mapping })
    .from(importTable)
    .where(holding(importTable, person));
  const scrubbed = <M>(mapping: M): M | undefined => {
    const text = JSON.stringify(mapping);
    const clean = JSON.stringify(replaced(mapping, pattern));
    return clean === text ? undefined : JSON.parse(clean);
  };
  let found = 0;
  for (const { packageName, fingerprint, mapping } of saved) {
    const clean = scrubbed(mapping);
    if (clean === undefined) continue;
    found++;
    if (!replace) continue;
    await db
      .update(importMappingTable)
      .set({ mapping: clean })
      .where(and(eq(importMappingTable.packageName, packageName), eq(importMappingTable.fingerprint, fingerprint)));
  }
  for (const { id, mapping } of used) {
    const clean = scrubbed(mapping);
    if (clean === undefined) continue;
    found++;
    if (replace) await db.update(importTable).set({ mapping: clean }).where(eq(importTable.id, id));
  }
  return found;
}

/** Rows whose mapping holds one of the words at all; the expression then looks where it stands. */
const holding = (table: PgTable, { words, packageName }: PersonWords): SQL | undefined =>
  and(
    or(...words.map((word) => sql`${table}.mapping::text ILIKE ${containing(JSON.stringify(word).slice(1, -1))}`)),
    packageName === undefined ? undefined : sql`${table}.package_name = ${packageName}`,
  );

/** The same value with every text, keys included, rid of the words. */
function replaced(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return value.replace(pattern, GONE);
  if (Array.isArray(value)) return value.map((one) => replaced(one, pattern));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(pattern, GONE), replaced(inner, pattern)]),
  );
}
