import * as set from './code-points.ts';

/**
 * The regular expressions a condition may use: a subset that RE2 (in ClickHouse) and our own automaton read alike.
 * Groups, alternatives, classes, `\d \w \s \b`, anchors, repetition and a leading `(?i)`; a dot is any character, line
 * breaks included. No look-around, no back-references, no repetition inside repetition, no `\B` (RE2 finds it inside a character's bytes).
 */
export type Pattern =
  | { type: 'set'; of: set.CodePoints }
  | { type: 'sequence'; parts: Pattern[] }
  | { type: 'either'; branches: Pattern[] }
  | { type: 'repeat'; part: Pattern; min: number; max: number }
  | { type: 'assert'; that: 'start' | 'end' | 'word' };

/** Where and why an expression is refused. `at` counts UTF-16 units from 0. */
export class PatternError extends Error {
  readonly at: number;
  constructor(at: number, why: string) {
    super(why);
    this.name = 'PatternError';
    this.at = at;
  }
}

/** Larger counts are written in error, and RE2 unrolls them. */
const MAX_REPEAT = 100;
const MAX_DEPTH = 20;
const CLASSES: Readonly<Record<string, set.CodePoints>> = { d: set.DIGIT, w: set.WORD, s: set.SPACE };
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9 };

/** Throws a PatternError for anything outside the subset. */
export function parsePattern(source: string): Pattern {
  const ignoreCase = source.startsWith('(?i)');
  return new PatternParser(source, ignoreCase ? 4 : 0, ignoreCase).parse();
}

class PatternParser {
  readonly #source: string;
  readonly #ignoreCase: boolean;
  #at: number;

  constructor(source: string, at: number, ignoreCase: boolean) {
    this.#source = source;
    this.#at = at;
    this.#ignoreCase = ignoreCase;
  }

  parse(): Pattern {
    const pattern = this.#either(0);
    if (this.#at < this.#source.length) this.#refuse('Unbalanced parenthesis');
    return pattern;
  }

  #either(depth: number): Pattern {
    if (depth > MAX_DEPTH) this.#refuse('Too many nested groups');
    const branches = [this.#sequence(depth)];
    while (this.#take('|')) branches.push(this.#sequence(depth));
    const [first] = branches;
    return branches.length === 1 && first ? first : { type: 'either', branches };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated(depth));
    if (parts.length === 0) this.#refuse('Empty alternative');
    return { type: 'sequence', parts };
  }

  #repeated(depth: number): Pattern {
    const start = this.#at;
    const part = this.#atom(depth);
    const times = this.#times();
    if (!times) return part;
    // ClickHouse looks for a fixed substring first and takes `é?` for one byte and another optional one.
    if ((this.#source.codePointAt(start) ?? 0) > 127)
      this.#refuse('A repeated character beyond ASCII is written (é)?', start);
    if (part.type === 'assert') this.#refuse('An anchor cannot be repeated');
    if (repeats(part)) this.#refuse('Repetition inside repetition is not allowed');
    // Shortest or longest makes no difference to whether there is a match.
    this.#take('?');
    if ('*+?{'.includes(this.#peek() || ' ')) this.#refuse('Repetition of a repetition');
    return { type: 'repeat', part, ...times };
  }

  #times(): { min: number; max: number } | null {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#peek() !== '{') return null;
    const counts = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(this.#source.slice(this.#at));
    if (!counts) return this.#refuse('A literal { is written \\{');
    this.#at += counts[0].length;
    const min = Number(counts[1]);
    const max = counts[2] === undefined ? min : counts[3] === undefined ? Infinity : Number(counts[3]);
    if (min > max || min > MAX_REPEAT || (max > MAX_REPEAT && max !== Infinity))
      this.#refuse(`Counts go up to ${MAX_REPEAT}`);
    return { min, max };
  }

  #atom(depth: number): Pattern {
    const start = this.#at;
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group(depth);
      case '[':
        return { type: 'set', of: this.#class() };
      case '.':
        return { type: 'set', of: set.ANYTHING };
      case '^':
        return { type: 'assert', that: 'start' };
      case '$':
        return { type: 'assert', that: 'end' };
      case '\\':
        if (this.#take('b')) return { type: 'assert', that: 'word' };
        return { type: 'set', of: this.#escape().points };
    }
    if ('*+?{}]'.includes(character)) this.#refuse(`A literal ${character} is written \\${character}`, start);
    return { type: 'set', of: this.#literal(character) };
  }

  #group(depth: number): Pattern {
    if (this.#peek() === '?' && !this.#take('?:'))
      this.#refuse('Only plain groups, and (?i) at the very start; no look-around, no names');
    const inner = this.#either(depth + 1);
    if (!this.#take(')')) this.#refuse('Unbalanced parenthesis');
    return inner;
  }

  #class(): set.CodePoints {
    const negated = this.#take('^');
    const members: set.CodePoints[] = [];
    while (!this.#take(']')) {
      const low = this.#member(members.length === 0);
      const isRange = this.#peek() === '-' && this.#source[this.#at + 1] !== ']';
      if (!isRange) members.push(low.points);
      else members.push(this.#range(low.single));
    }
    if (members.length === 0) this.#refuse('Empty class');
    return negated ? set.complement(set.union(...members)) : set.union(...members);
  }

  #range(low: number | null): set.CodePoints {
    this.#next();
    const high = this.#member(false).single;
    if (low === null || high === null || low > high)
      return this.#refuse('A range goes from a lower to a higher character');
    return this.#folded([[low, high]]);
  }

  /** `single` is null for classes such as \d, which cannot bound a range. */
  #member(first: boolean): { points: set.CodePoints; single: number | null } {
    const character = this.#next();
    if (character === '\\') return this.#escape();
    const loneDash = character === '-' && !first && this.#peek() !== ']';
    if (character === '[' || loneDash) this.#refuse(`A literal ${character} in a class is written \\${character}`);
    return { points: this.#literal(character), single: character.codePointAt(0) ?? 0 };
  }

  #escape(): { points: set.CodePoints; single: number | null } {
    const character = this.#next();
    const name = character.toLowerCase();
    const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (known) {
      // RE2 folds a class before it negates it.
      const folded = this.#folded(known);
      return { points: character === name ? folded : set.complement(folded), single: null };
    }
    const control = Object.hasOwn(CONTROLS, character) ? CONTROLS[character] : undefined;
    if (control !== undefined) return { points: set.only(control), single: control };
    if (!/^[!-/:-@[-^`{-~]$/.test(character)) this.#refuse(`\\${character} is not supported`);
    return { points: this.#literal(character), single: character.codePointAt(0) ?? 0 };
  }

  #literal(character: string): set.CodePoints {
    return this.#folded(set.only(character.codePointAt(0) ?? 0));
  }

  #folded(points: set.CodePoints): set.CodePoints {
    if (!this.#ignoreCase) return points;
    // Case folding beyond ASCII differs between engines and Unicode versions.
    if (points.some(([, high]) => high > 127)) this.#refuse('(?i) works with ASCII letters only');
    return set.ignoringCase(points);
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const codePoint = this.#source.codePointAt(this.#at);
    if (codePoint === undefined) return this.#refuse('The expression ends too early');
    const character = String.fromCodePoint(codePoint);
    this.#at += character.length;
    return character;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #refuse(why: string, at = this.#at): never {
    throw new PatternError(at, why);
  }
}

function repeats(pattern: Pattern): boolean {
  if (pattern.type === 'repeat') return true;
  if (pattern.type === 'sequence') return pattern.parts.some(repeats);
  return pattern.type === 'either' && pattern.branches.some(repeats);
}
