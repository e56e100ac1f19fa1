import { DELIMITERS, type Delimiter } from '#traffic/intake/contract/import-mapping.ts';
import { normaliseHeader } from '../formats/format.ts';
import { splitCsv } from '../scan/csv-text.ts';

/** The mark that splits most lines into the same, largest number of fields. */
export function guessDelimiter(lines: readonly string[]): Delimiter {
  const score = (delimiter: Delimiter) => {
    const counts = lines.map((line) => splitCsv(line, delimiter).length);
    const first = counts[0] ?? 1;
    return first < 2 ? 0 : first * counts.filter((count) => count === first).length;
  };
  const scores = new Map(DELIMITERS.map((delimiter) => [delimiter, score(delimiter)]));
  return [...DELIMITERS].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0] ?? ',';
}

/** Names are neither numbers, times nor addresses, and every column has its own. */
export const looksLikeHeader = (fields: readonly string[]): boolean =>
  // Blanks are cut off before: within the expression they would be tried at every length, the square of a long field.
  !fields.some((field) => /^[\d.,:/ -]+$/.test(field.trimStart())) &&
  new Set(fields.filter((field) => field !== '')).size >= Math.max(1, fields.length * 0.5);

/** Share of names two headers have in common from which they are two versions of one. */
const KIN = 0.5;

/** Whether two first lines are headers of the same sort with other columns, so that one cannot be read by the other. */
export function columnsDiffer(one: string, other: string): boolean {
  const [first, second] = [one, other].map((line) => {
    const fields = splitCsv(line.replace(/\r?\n$/, ''), guessDelimiter([line]));
    return fields.length > 1 && looksLikeHeader(fields) ? fields.map(normaliseHeader) : [];
  });
  if (!first?.length || !second?.length || first.join('\n') === second.join('\n')) return false;
  return second.filter((name) => first.includes(name)).length >= KIN * Math.min(first.length, second.length);
}
