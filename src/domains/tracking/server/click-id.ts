import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 29;
const LAST_DIGIT = 31;
const BASE = 32;
/** Drawn at once: a call for each click costs more than the click id. */
const POOL_BYTES = RANDOM_DIGITS * 256;

let pool = Buffer.alloc(0);
let used = 0;

/**
 * A ULID and 65 random bits behind it: in the order of time, and 145 bits that nobody guesses, for knowing one is what
 * lets its publisher be paid.
 */
export function newClickId(at: Date): string {
  let left = at.getTime();
  let id = '';
  for (let digit = 0; digit < TIME_DIGITS; digit++) {
    id = DIGITS[left % BASE] + id;
    left = Math.floor(left / BASE);
  }
  if (used + RANDOM_DIGITS > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  for (let digit = 0; digit < RANDOM_DIGITS; digit++) id += DIGITS[(pool[used++] ?? 0) & LAST_DIGIT];
  return id;
}
