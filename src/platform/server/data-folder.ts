/**
 * The one folder with everything in it: made private, locked by one process where its engines lie in it, keeper of the
 * secrets.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { processStart } from './process-start.ts';
import type { SecretName } from './secret-names.ts';

export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  /** 32 random bytes as hex, the same at every start. Made on first use. */
  secret(name: SecretName): string;
  /** Lets a second start say where the first one listens. */
  setAddress(address: string): void;
  /** What `setAddress` was told; '' before. */
  address(): string;
  release(): void;
}

/** Another living process owns the folder, or it is not whole. */
export class DataFolderInUse extends Error {}

/** Second names of files while a backup is taken; they outlive only one that was killed. */
export const SNAPSHOT = 'snapshot-';

/** Lies in a folder into which a backup is being restored, until all of it is there. */
export const RESTORING = 'restoring';

const lockSchema = z.object({ pid: z.number(), started: z.string(), address: z.string().optional() });
type Lock = z.infer<typeof lockSchema>;

/** `shared`: no engine lies in it, so several processes may have it open. `restoring`: who opens it makes it whole. */
export function openDataFolder(folder: string, { shared = false, restoring = false } = {}): DataFolder {
  const path = resolve(folder);
  if (!restoring && existsSync(join(path, RESTORING)))
    throw new DataFolderInUse(
      `A restore into ${path} was broken off, or goes on. When none goes on, empty the folder and restore again.`,
    );
  mkdirSync(join(path, 'secrets'), { recursive: true, mode: 0o700 });
  const lockFile = join(path, 'lock');
  const mine: Lock = { pid: process.pid, started: processStart(process.pid) ?? '' };
  if (!shared) {
    takeLock(lockFile, mine);
    for (const name of readdirSync(path).filter((each) => each.startsWith(SNAPSHOT)))
      rmSync(join(path, name), { recursive: true, force: true });
  }
  return {
    path,
    secret: (name) => readSecret(join(path, 'secrets'), name),
    setAddress: (address) => {
      mine.address = address;
      if (!shared) replaceFile(lockFile, JSON.stringify(mine));
    },
    address: () => mine.address ?? '',
    release: () => {
      if (readLock(lockFile)?.pid === process.pid) rmSync(lockFile, { force: true });
    },
  };
}

function takeLock(file: string, mine: Lock): void {
  for (let tries = 0; tries < 5; tries++) {
    if (createWhole(file, JSON.stringify(mine))) return;
    const owner = readLock(file);
    if (owner && processStart(owner.pid) === owner.started) {
      const where = owner.address ? ` and listens on ${owner.address}` : '';
      throw new DataFolderInUse(
        `Adsieve is already running with this data folder: process ${owner.pid}${where}. ` +
          'Stop it, or choose another folder with ADSIEVE_DATA.',
      );
    }
    rmSync(file, { force: true });
  }
  throw new DataFolderInUse(`Another process is taking ${file} at this moment`);
}

function readLock(file: string): Lock | undefined {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function readSecret(folder: string, name: SecretName): string {
  const file = join(folder, name);
  createWhole(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8');
}

/** Creates a file with its whole content, or returns false when it exists. A link cannot be seen half written. */
function createWhole(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

function replaceFile(file: string, content: string): void {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}
