import { SECTIONS, type Section } from '#domains/hygiene/contract/terms.ts';
import type { ShownResult } from './use-scan.ts';

interface Line {
  /** Key of its text; undefined for the only line. */
  label?: 'age' | 'gender' | 'emotions';
  text: string;
}

/** A name in the reader's language. */
type Say = (section: Section, name: string) => string;

const joined = (part: unknown, say: (name: string) => string): string => {
  if (typeof part === 'string') return part.trim();
  if (Array.isArray(part)) return part.map((one) => say(String(one))).join(', ');
  return typeof part === 'object' && part !== null ? Object.keys(part).map(say).join(', ') : '';
};

function linesOf(name: Section, result: ShownResult, say: Say): Line[] {
  const text = (part: unknown): string => joined(part, (one) => say(name, one));
  if (name !== 'demographics') return [{ text: text(result[name]) }];
  const { age, gender, emotions } = result.demographics ?? {};
  return [
    { label: 'age', text: text(age) },
    { label: 'gender', text: text(gender) },
    { label: 'emotions', text: text(emotions) },
  ];
}

/** Parts with something in them: names or values with commas between (BH-RULE-03). */
export const shownSections = (result: ShownResult, say: Say): { name: Section; lines: Line[] }[] =>
  SECTIONS.map((name) => ({ name, lines: linesOf(name, result, say).filter(({ text }) => text !== '') })).filter(
    ({ lines }) => lines.length > 0,
  );
