import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** Two workers with engines hold some hundred megabytes at once; a container often has 64 MB there. */
const ENOUGH_BYTES = 3_000_000_000;
const PREFIX = 'adsieve-run-';

/**
 * Where engines of tests keep their data: in memory where there is enough of it, since they make and remove hundreds of
 * small files for each test file, and on a disk that is a fifth of all they cost. Otherwise the folder for temporary files.
 * In memory a run has a folder of its own, which goes with it; what a killed one left goes with the next.
 */
export function runFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  clearKilledRuns();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize < ENOUGH_BYTES) return tmpdir();
  const folder = mkdtempSync(join(MEMORY_FOLDER, `${PREFIX}${process.pid}-`));
  // As folders for temporary files are: PostgreSQL refuses to run as root, and some tests are another user.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function clearKilledRuns(): void {
  for (const name of readdirSync(MEMORY_FOLDER).filter((each) => each.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isAlive(pid)) removeOwn(join(MEMORY_FOLDER, name));
  }
}

/** What another user's run left only that user may take away. */
function removeOwn(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}

/** A process of somebody else is alive too, though it may not be asked. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
