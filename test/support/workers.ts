import { availableParallelism } from 'node:os';

/** One with an engine that has read whole boards; beside them are PostgreSQL, a server and a browser for each. */
const BYTES_OF_WORKER = 1_300_000_000;
const BYTES_BESIDE = 2_000_000_000;
const MOST = 4;

/**
 * Files that run at once: one more than there are cores, since a worker waits for engines and pages nearly half of its
 * time, but no more than there is memory for, and two at least.
 */
export function workers(): number {
  const roomFor = Math.floor((process.availableMemory() - BYTES_BESIDE) / BYTES_OF_WORKER);
  return Math.max(2, Math.min(MOST, availableParallelism() + 1, roomFor));
}
