/**
 * What `npm test` takes a part of, another one in each run, and `npm run test:all` takes whole. Every run prints its
 * seed and what it left out; with `ADSIEVE_SEED=…` the next one draws the same.
 */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

export const isWhole = process.env['ADSIEVE_TEST_ALL'] === '1';

const SEED = process.env['ADSIEVE_SEED'] ?? '1';
/** Where the run that prints it gathers what its processes drew. */
const DRAWN = process.env['ADSIEVE_DRAWN'];

/**
 * A number of this run for a place: the same in every process, and its own, so that no place follows what another drew.
 */
export const seedOf = (place: string): number =>
  createHash('sha256').update(`${SEED} ${place}`).digest().readUInt32LE(0) >>> 1;

/**
 * So many of the values, in the order they have, each as likely as any other; all of them in a whole run. A group that
 * draws in many places says which.
 */
export function sample<T>(group: string, values: readonly T[], few: number, place = ''): T[] {
  if (isWhole || few >= values.length) return [...values];
  const drawn = values
    .map((value, index) => ({ value, index, key: seedOf(`${group} ${place} ${index}`) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, few)
    .sort((a, b) => a.index - b.index);
  sayLeftOut({ group, place, few, all: values.length });
  return drawn.map(({ value }) => value);
}

/** What the run tells last: so many of all were looked at. */
export function sayLeftOut(drawn: { group: string; place: string; few: number; all: number }): void {
  if (DRAWN) appendFileSync(DRAWN, `${JSON.stringify(drawn)}\n`);
}
