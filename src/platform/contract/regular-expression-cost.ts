import { ANYTHING, type CodePoints, intersects } from './code-points.ts';
import { type Pattern, parsePattern } from './regular-expression.ts';

/**
 * Copies of its parts an expression is unrolled into where more than one attempt can be under way in them: `[0-9].{50}`
 * has begun anew at each digit of the last fifty characters. The states of its automaton are then all subsets of those
 * copies, and from about a dozen on the engine gives the automaton up and takes a hundred times as long. Where an
 * attempt ends the one before (`id=[0-9a-f]{32}`: no `=` among the digits) or all characters begin one (`.{50}x`), they
 * are few.
 *
 * Rather too many than too few. Throws a PatternError for what is no expression.
 */
export function tangledCopies(source: string): number {
  return tangledIn(parsePattern(source), { again: true, between: [] }).copies;
}

/** What stands before a part. */
interface Before {
  /** Attempts may come to this part at more than one character of a text. */
  again: boolean;
  /** What each of them must pass since, one character after the other. */
  between: readonly CodePoints[];
}

interface Tangled {
  copies: number;
  after: Before;
}

function tangledIn(pattern: Pattern, before: Before): Tangled {
  switch (pattern.type) {
    case 'assert':
      return { copies: 0, after: pattern.that === 'start' ? { again: false, between: [] } : before };
    case 'set':
      return { copies: 0, after: passing(before, pattern.of) };
    case 'repeat':
      return {
        copies: isTangled(pattern.part, before) ? Math.floor(copiesOf(pattern) / apart(before)) : 0,
        after: afterRepeat(pattern, before),
      };
    case 'sequence': {
      let copies = 0;
      let after = before;
      for (const part of pattern.parts) {
        const inner = tangledIn(part, after);
        copies += inner.copies;
        after = inner.after;
      }
      return { copies, after };
    }
    case 'either': {
      const branches = pattern.branches.map((branch) => tangledIn(branch, before));
      const again = branches.some(({ after }) => after.again);
      const copies = branches.reduce((sum, branch) => sum + branch.copies, 0);
      return { copies, after: { again, between: [ANYTHING] } };
    }
  }
}

const passing = ({ again, between }: Before, of: CodePoints): Before => ({ again, between: [...between, of] });

/** An attempt in the midst of it lives on while the next one comes. Of a group nobody looks closer. */
const isTangled = (part: Pattern, { again, between }: Before): boolean =>
  again &&
  (part.type !== 'set' || (between.length > 0 && between.every((characters) => intersects(characters, part.of))));

/** Characters from one attempt to the next: behind a long word, few of them fit among the copies. */
const apart = ({ between }: Before): number => Math.max(1, between.length);

function afterRepeat({ part, min, max }: Extract<Pattern, { type: 'repeat' }>, before: Before): Before {
  if (min !== max) return { again: true, between: [] };
  return passing(before, part.type === 'set' ? part.of : ANYTHING);
}

const copiesOf = ({ part, min, max }: Extract<Pattern, { type: 'repeat' }>): number =>
  Math.max(0, (max === Infinity ? min : max) - 1) * charactersOf(part);

function charactersOf(pattern: Pattern): number {
  if (pattern.type === 'repeat') return charactersOf(pattern.part);
  const parts = pattern.type === 'sequence' ? pattern.parts : pattern.type === 'either' ? pattern.branches : [];
  return pattern.type === 'set' ? 1 : parts.reduce((sum, part) => sum + charactersOf(part), 0);
}
