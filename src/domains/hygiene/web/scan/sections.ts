import { SECTIONS, type Section } from '#domains/hygiene/contract/terms.ts';
import type { ShownResult } from './use-scan.ts';

interface Line {
  /** Key of its text; undefined for the only line. */
  label?: 'age' | 'gender' | 'emotions';
  text: string;
}

const joined = (part: unknown): string => {
  if (typeof part === 'string') return part.trim();
  if (Array.isArray(part)) return part.join(', ');
  return typeof part === 'object' && part !== null ? Object.keys(part).join(', ') : '';
};

function linesOf(name: Section, result: ShownResult): Line[] {
  if (name !== 'demographics') return [{ text: joined(result[name]) }];
  const { age, gender, emotions } = result.demographics ?? {};
  return [
    { label: 'age' as const, text: joined(age) },
    { label: 'gender' as const, text: joined(gender) },
    { label: 'emotions' as const, text: joined(emotions) },
  ];
}

/** Parts with something in them: names or values with commas between (BH-RULE-03). */
export const shownSections = (result: ShownResult): { name: Section; lines: Line[] }[] =>
  SECTIONS.map((name) => ({ name, lines: linesOf(name, result).filter(({ text }) => text !== '') })).filter(
    ({ lines }) => lines.length > 0,
  );
