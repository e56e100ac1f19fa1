import * as set from './code-points.ts';
import { filled } from './message.ts';

/**
 * The regular expressions a condition may use: a subset that RE2 (in ClickHouse) and our own automaton read alike.
 * Groups, alternatives, classes, `\d \w \s \b`, anchors, repetition and a leading `(?i)`; a dot is any character, line
 * breaks included. No look-around, no back-references, no repetition inside repetition, no `\B` (RE2 finds it inside a
 * character's bytes).
 */
export type Pattern =
  | { type: 'set'; of: set.CodePoints }
  | { type: 'sequence'; parts: Pattern[] }
  | { type: 'either'; branches: Pattern[] }
  | { type: 'repeat'; part: Pattern; min: number; max: number }
  | { type: 'assert'; that: 'start' | 'end' | 'word' };

/** Everything an expression is refused for, in English. */
export const PATTERN_FAULTS = {
  unbalanced: 'Unbalanced parenthesis',
  too_nested: 'Too many nested groups',
  empty_alternative: 'Empty alternative',
  repeated_beyond_ascii: 'A repeated character beyond ASCII is written (é)?',
  repeated_anchor: 'An anchor cannot be repeated',
  repetition_inside: 'Repetition inside repetition is not allowed',
  repeated_repetition: 'Repetition of a repetition',
  counts: 'Counts go up to {{most}}',
  literal: 'A literal {{character}} is written \\{{character}}',
  literal_in_class: 'A literal {{character}} in a class is written \\{{character}}',
  group_kind: 'Only plain groups, and (?i) at the very start; no look-around, no names',
  empty_class: 'Empty class',
  range_order: 'A range goes from a lower to a higher character',
  unsupported: '\\{{character}} is not supported',
  ascii_case: '(?i) works with ASCII letters only',
  ends_early: 'The expression ends too early',
  too_large: 'The expression is too large',
} as const;

export type PatternFault = keyof typeof PATTERN_FAULTS;
type FaultValues = Readonly<Record<string, string | number>>;

/** Where and why an expression is refused. `at` counts UTF-16 units from 0. */
export class PatternError extends Error {
  readonly at: number;
  readonly fault: PatternFault;
  readonly values: FaultValues;

  constructor(at: number, fault: PatternFault, values: FaultValues = {}) {
    super(filled(PATTERN_FAULTS[fault], values));
    this.name = 'PatternError';
    this.at = at;
    this.fault = fault;
    this.values = values;
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
    if (this.#at < this.#source.length) this.#refuse('unbalanced');
    return pattern;
  }

  #either(depth: number): Pattern {
    if (depth > MAX_DEPTH) this.#refuse('too_nested');
    const branches = [this.#sequence(depth)];
    while (this.#take('|')) branches.push(this.#sequence(depth));
    const [first] = branches;
    return branches.length === 1 && first ? first : { type: 'either', branches };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated(depth));
    if (parts.length === 0) this.#refuse('empty_alternative');
    return { type: 'sequence', parts };
  }

  #repeated(depth: number): Pattern {
    const start = this.#at;
    const part = this.#atom(depth);
    const sign = this.#at;
    const times = this.#times();
    if (!times) return part;
    // ClickHouse looks for a fixed substring first and takes `é?` for one byte and another optional one.
    if ((this.#source.codePointAt(start) ?? 0) > 127) this.#refuse('repeated_beyond_ascii', {}, start);
    if (part.type === 'assert') this.#refuse('repeated_anchor', {}, sign);
    if (repeats(part)) this.#refuse('repetition_inside', {}, sign);
    // Shortest or longest makes no difference to whether there is a match.
    this.#take('?');
    if ('*+?{'.includes(this.#peek() || ' ')) this.#refuse('repeated_repetition');
    return { type: 'repeat', part, ...times };
  }

  #times(): { min: number; max: number } | null {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (this.#peek() !== '{') return null;
    const counts = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(this.#source.slice(this.#at));
    if (!counts) return this.#refuse('literal', { character: '{' });
    this.#at += counts[0].length;
    const min = Number(counts[1]);
    const max = counts[2] === undefined ? min : counts[3] === undefined ? Infinity : Number(counts[3]);
    if (min > max || min > MAX_REPEAT || (max > MAX_REPEAT && max !== Infinity))
      this.#refuse('counts', { most: MAX_REPEAT });
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
    if ('*+?{}]'.includes(character)) this.#refuse('literal', { character }, start);
    return { type: 'set', of: this.#literal(character) };
  }

  #group(depth: number): Pattern {
    if (this.#peek() === '?' && !this.#take('?:')) this.#refuse('group_kind');
    const inner = this.#either(depth + 1);
    if (!this.#take(')')) this.#refuse('unbalanced');
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
    if (members.length === 0) this.#refuse('empty_class');
    return negated ? set.complement(set.union(...members)) : set.union(...members);
  }

  #range(low: number | null): set.CodePoints {
    this.#next();
    const high = this.#member(false).single;
    if (low === null || high === null || low > high) return this.#refuse('range_order');
    return this.#folded([[low, high]]);
  }

  /** `single` is null for classes such as \d, which cannot bound a range. */
  #member(first: boolean): { points: set.CodePoints; single: number | null } {
    const character = this.#next();
    if (character === '\\') return this.#escape();
    const loneDash = character === '-' && !first && this.#peek() !== ']';
    if (character === '[' || loneDash) this.#refuse('literal_in_class', { character }, this.#at - character.length);
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
    if (!/^[!-/:-@[-^`{-~]$/.test(character))
      this.#refuse('unsupported', { character }, this.#at - character.length - 1);
    return { points: this.#literal(character), single: character.codePointAt(0) ?? 0 };
  }

  #literal(character: string): set.CodePoints {
    return this.#folded(set.only(character.codePointAt(0) ?? 0));
  }

  #folded(points: set.CodePoints): set.CodePoints {
    if (!this.#ignoreCase) return points;
    // Case folding beyond ASCII differs between engines and Unicode versions.
    if (points.some(([, high]) => high > 127)) this.#refuse('ascii_case');
    return set.ignoringCase(points);
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const codePoint = this.#source.codePointAt(this.#at);
    if (codePoint === undefined) return this.#refuse('ends_early');
    const character = String.fromCodePoint(codePoint);
    this.#at += character.length;
    return character;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #refuse(fault: PatternFault, values: FaultValues = {}, at = this.#at): never {
    throw new PatternError(at, fault, values);
  }
}

function repeats(pattern: Pattern): boolean {
  if (pattern.type === 'repeat') return true;
  if (pattern.type === 'sequence') return pattern.parts.some(repeats);
  return pattern.type === 'either' && pattern.branches.some(repeats);
}
