/** What a backup says of itself: written last, so that one without it was broken off. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const MANIFEST = 'manifest.json';

/** A backup that cannot be taken or restored; the sentence says why and what to do. Nothing was changed. */
export class BackupRefused extends Error {}

const part = z.object({
  /** What it is called where it is damaged. */
  name: z.string(),
  /** Where it lies in the backup: a file, or a folder. */
  path: z.string(),
  /** Where it comes to lie, below the data folder; a table of PostgreSQL for records. */
  place: z.string(),
  kind: z.enum(['records', 'jobs', 'traffic', 'files', 'secrets']),
  files: z.number().int(),
  bytes: z.number().int(),
  /** Of records, and of parts of traffic tables. */
  rows: z.number().int().optional(),
  columns: z.array(z.string()).optional(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupPart = z.infer<typeof part>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the program that took it. */
  adsieve: z.string(),
  taken_at: z.string(),
  engines: z.object({ postgres: z.string(), clickhouse: z.string() }),
  /** The schema of the records; the tables of the traffic bring theirs with them. */
  migrations: z.array(z.object({ version: z.number().int(), name: z.string(), checksum: z.string() })),
  /** Of the traffic at the moment of the backup: what a restore has to hold again. */
  events: z.number().int(),
  /** Acknowledged, and loaded only after the restore. */
  waiting: z.number().int(),
  sequences: z.record(z.string(), z.string()),
  secrets: z.boolean(),
  parts: z.array(part),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupRefused(`${folder} has no ${MANIFEST}: it is no backup, or was broken off`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupRefused(`The part ${MANIFEST} of the backup is damaged, or of another version of Adsieve`);
  }
}
