// The strict bundle: styles as a file and no inlined worker, so that the content security policy holds.
import 'altcha/external';
import 'altcha/altcha.css';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

for (const hash of ['SHA-256', 'SHA-384', 'SHA-512'])
  $altcha.algorithms.set(`PBKDF2/${hash}`, () => new Pbkdf2Worker());

/** Words of the widget; its own translation files carry a copy of its store each. */
export const setWords = (language: string, words: Record<string, string>): void => $altcha.i18n.set(language, words);
