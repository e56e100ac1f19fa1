import { ATTACK_WORDS } from '#traffic/rules/contract/attack-words.ts';

const WORDS: Readonly<Record<string, string>> = ATTACK_WORDS;

/** What else an attack is called, for searching. */
export const attackWords = (reason: string): string => WORDS[reason] ?? '';
