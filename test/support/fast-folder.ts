import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** Two workers with engines hold some hundred megabytes at once; a container often has 64 MB there. */
const ENOUGH_BYTES = 3_000_000_000;

/**
 * Where engines of tests keep their data: in memory where there is enough of it, since they make and remove hundreds of
 * small files for each test file, and on a disk that is a fifth of all they cost. Otherwise the folder for temporary files.
 */
export function fastFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY_FOLDER : tmpdir();
}
