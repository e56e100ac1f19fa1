import { randomInt } from 'node:crypto';
import { CODE_LETTERS } from '#domains/infringement/contract/coupon.ts';

const BASE = CODE_LETTERS.length;

/** As it is compared: people write in small letters and with blanks. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Weighted by place, modulo a prime: one wrong letter and two swapped ones give another sum. */
function checkLetter(letters: string): string {
  const sum = [...letters].reduce((total, letter, place) => total + (place + 1) * CODE_LETTERS.indexOf(letter), 0);
  return CODE_LETTERS[sum % BASE] ?? '';
}

/** A code nobody can guess the next of; its last letter is the check letter. */
export function makeCode(prefix: string, letters: number): string {
  const drawn = Array.from({ length: letters - 1 }, () => CODE_LETTERS[randomInt(BASE)] ?? '').join('');
  return prefix + drawn + checkLetter(drawn);
}

/** Whether a code with this prefix can be one at all: a misspelt one need not be looked up. */
export function isSpeltRight(code: string, { prefix, letters }: { prefix: string; letters: number }): boolean {
  const drawn = code.slice(prefix.length);
  const isDrawn = [...drawn].every((letter) => CODE_LETTERS.includes(letter));
  return (
    code.startsWith(prefix) && drawn.length === letters && isDrawn && checkLetter(drawn.slice(0, -1)) === drawn.at(-1)
  );
}
