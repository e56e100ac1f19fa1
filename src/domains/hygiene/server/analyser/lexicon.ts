import { z } from 'zod';
import { CATEGORIES, type Category } from '#domains/hygiene/contract/terms.ts';
import exceptions from '../lexicons/exceptions.json' with { type: 'json' };
import words from '../lexicons/words.json' with { type: 'json' };
import { imported, required } from '../worker/packages.ts';

export interface Hit {
  category: Category;
  /** The word or phrase, as the list writes it. */
  word: string;
}

interface Matcher {
  getAllMatches(text: string, sorted: boolean): { startIndex: number; endIndex: number }[];
}
interface Obscenity {
  RegExpMatcher: new (options: object) => Matcher;
  englishDataset: { build(): object };
  englishRecommendedTransformers: object;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

let english: Promise<Matcher | undefined> | undefined;
function englishMatcher(): Promise<Matcher | undefined> {
  english ??= imported<Obscenity>('obscenity').then(
    ({ RegExpMatcher, englishDataset, englishRecommendedTransformers }) =>
      new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers }),
    () => undefined,
  );
  return english;
}

function naughtyWords(language: string): readonly string[] {
  try {
    return z.record(z.string(), z.array(z.string())).parse(required('naughty-words'))[language] ?? [];
  } catch {
    return [];
  }
}

/** One space between words, around them as well, so that a word is found whole. */
const spaced = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’-]+/gu, ' ')
    .trim()} `;

const stands = (text: string, word: string): boolean =>
  UNSPACED.test(word) ? text.includes(word.toLowerCase()) : text.includes(spaced(word));

/** Phrases in which a word of that list is something else: a glue gun shoots nobody. */
const HARMLESS = new Map<string, readonly string[]>(Object.entries(exceptions));

const withoutExceptions = (text: string, category: Category): string =>
  (HARMLESS.get(category) ?? []).reduce((left, phrase) => left.replaceAll(spaced(phrase), ' '), text);

/** What lists say of a text: ours in all their languages, those of others in its own and in English. */
export async function hitsIn(text: string, language: string, ownWords: readonly string[]): Promise<Hit[]> {
  const plain = spaced(text);
  if (plain.trim() === '') return [];
  const found: Hit[] = ownWords
    .filter((word) => word.trim() !== '' && stands(plain, word))
    .map((word) => ({ category: 'Own words', word }));
  for (const [category, byLanguage] of Object.entries(words)) {
    const known = CATEGORIES.find((one) => one === category);
    const words = new Set(Object.values(byLanguage).flat());
    const text = known ? withoutExceptions(plain, known) : plain;
    if (known) for (const word of words) if (stands(text, word)) found.push({ category: known, word });
  }
  for (const { startIndex, endIndex } of (await englishMatcher())?.getAllMatches(plain, true) ?? [])
    found.push({ category: 'Profanity', word: plain.slice(startIndex, endIndex + 1).trim() });
  if (language !== '' && language !== 'en')
    for (const word of naughtyWords(language)) if (stands(plain, word)) found.push({ category: 'Profanity', word });
  return found;
}
