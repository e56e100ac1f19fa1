import type { Finding } from '#domains/hygiene/contract/result.ts';
import { hitsIn } from './lexicon.ts';
import type { PictureFindings } from './picture-findings.ts';
import type { SpokenWord } from './speech.ts';

/** A word that was read or heard is there; whether it was read or heard right is its confidence. */
const LEAST = 0.5;

/** What lexicons say of what is written and spoken, with where and when. */
export async function wordFindings(
  pictures: readonly PictureFindings[],
  spoken: readonly SpokenWord[],
  language: string,
  ownWords: readonly string[],
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { text, words, at } of pictures)
    for (const { category, word } of await hitsIn(text, language, ownWords)) {
      const [first = ''] = word.toLowerCase().split(' ');
      const seen = words.find((one) => one.text.toLowerCase().includes(first));
      found.push({
        section: 'moderation_labels',
        name: category,
        confidence: Math.max(LEAST, seen?.confidence ?? LEAST),
        source: 'text',
        ...(at === undefined ? {} : { at: [at] }),
        ...(seen ? { place: seen.place } : {}),
      });
    }
  const said = spoken.map(({ text }) => text).join(' ');
  for (const { category, word } of await hitsIn(said, 'en', ownWords)) {
    const [first = ''] = word.toLowerCase().split(' ');
    const heard = spoken.filter(({ text }) => text === first);
    found.push({
      section: 'moderation_labels',
      name: category,
      confidence: Math.max(LEAST, ...heard.map(({ confidence }) => confidence)),
      source: 'speech',
      ...(heard.length > 0 ? { at: heard.map(({ at }) => at) } : {}),
    });
  }
  return found;
}
