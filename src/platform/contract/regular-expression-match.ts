import { type CodePoints, includes, WORD } from './code-points.ts';
import { type Pattern, PatternError, parsePattern } from './regular-expression.ts';

/**
 * Matches like RE2: an automaton whose time grows with the length of the text only. JavaScript's own engine backtracks,
 * so a crafted user agent could hold up the collector for minutes, and it reads \s, (?i) and dots differently.
 */
type Instruction =
  | { op: 'set'; of: CodePoints; next: number }
  | { op: 'split'; to: number[] }
  | { op: 'assert'; that: 'start' | 'end' | 'word'; next: number }
  | { op: 'match' };

interface State {
  /** Places in the program before the next character, assertions not yet decided. */
  places: readonly number[];
  before: Neighbour;
  ascii: (State | typeof MATCHED | undefined)[];
}

type Neighbour = 'edge' | 'word' | 'other';

const MATCHED = Symbol('matched');
const END = -1;
const MAX_INSTRUCTIONS = 5_000;
/** Forgotten when full: a hostile text must not fill memory. */
const MAX_STATES = 500;

/** Unanchored search. Throws a PatternError for an expression outside the subset or too large. */
export function compilePattern(source: string): (text: string) => boolean {
  const program: Instruction[] = [{ op: 'match' }];
  const start = assemble(parsePattern(source), 0, program);
  const states = new Map<string, State>();
  const first = stateOf([start], 'edge');

  function stateOf(places: number[], before: Neighbour): State {
    const key = `${before}${places.join()}`;
    const existing = states.get(key);
    if (existing) return existing;
    if (states.size >= MAX_STATES) states.clear();
    const state: State = { places, before, ascii: [] };
    states.set(key, state);
    return state;
  }

  function step(state: State, codePoint: number): State | typeof MATCHED {
    const after = neighbour(codePoint);
    const reached = reach(program, state.places, state.before, after);
    if (reached.has(0)) return MATCHED;
    const places = new Set([start]);
    for (const place of reached) {
      const instruction = program[place];
      if (instruction?.op === 'set' && includes(instruction.of, codePoint)) places.add(instruction.next);
    }
    return stateOf(
      [...places].sort((a, b) => a - b),
      after,
    );
  }

  return (text) => {
    let state = first;
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      if (codePoint > 0xffff) index++;
      const next = state.ascii[codePoint] ?? step(state, codePoint);
      if (next === MATCHED) return true;
      if (codePoint < 128) state.ascii[codePoint] = next;
      state = next;
    }
    return step(state, END) === MATCHED;
  };
}

/** Appends the program of `pattern`, which goes on at `next`, and returns where it begins. */
function assemble(pattern: Pattern, next: number, program: Instruction[]): number {
  switch (pattern.type) {
    case 'set':
      return append(program, { op: 'set', of: pattern.of, next });
    case 'assert':
      return append(program, { op: 'assert', that: pattern.that, next });
    case 'sequence':
      return pattern.parts.reduceRight((after, part) => assemble(part, after, program), next);
    case 'either':
      return append(program, { op: 'split', to: pattern.branches.map((branch) => assemble(branch, next, program)) });
    case 'repeat': {
      let entry = next;
      if (pattern.max === Infinity) {
        const loop: Instruction = { op: 'split', to: [next] };
        entry = append(program, loop);
        loop.to.push(assemble(pattern.part, entry, program));
      } else {
        for (let count = pattern.min; count < pattern.max; count++)
          entry = append(program, { op: 'split', to: [assemble(pattern.part, entry, program), next] });
      }
      for (let count = 0; count < pattern.min; count++) entry = assemble(pattern.part, entry, program);
      return entry;
    }
  }
}

function append(program: Instruction[], instruction: Instruction): number {
  if (program.length >= MAX_INSTRUCTIONS) throw new PatternError(0, 'too_large');
  return program.push(instruction) - 1;
}

/** All places reachable without reading a character, between the two neighbours. */
function reach(program: readonly Instruction[], places: readonly number[], before: Neighbour, after: Neighbour) {
  const reached = new Set<number>();
  const open = [...places];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const instruction = program[place];
    if (instruction?.op === 'split') open.push(...instruction.to);
    if (instruction?.op === 'assert' && holds(instruction.that, before, after)) open.push(instruction.next);
  }
  return reached;
}

function holds(that: 'start' | 'end' | 'word', before: Neighbour, after: Neighbour): boolean {
  if (that === 'start') return before === 'edge';
  if (that === 'end') return after === 'edge';
  return (before === 'word') !== (after === 'word');
}

const neighbour = (codePoint: number): Neighbour =>
  codePoint === END ? 'edge' : includes(WORD, codePoint) ? 'word' : 'other';
