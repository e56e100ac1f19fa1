import type { EventKind } from '#traffic/event/contract/event.ts';
import type { Stage } from './stage.ts';

export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** Every source draws its own value from this range, both ends included; equal ends mean a fixed value. */
export type Span = readonly [low: number, high: number];

export interface Parameter {
  /** What it is, with its unit. */
  words: string;
  easy: Span;
  medium: Span;
  hard: Span;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type Values<P extends Parameters> = { readonly [Name in keyof P]: number };

/**
 * The quantity on which honest and fraudulent traffic differ, measured on what was generated. `unit` says whether one
 * event or a whole source is looked at. Honest means every honest source of the same side, odd ones included.
 */
export interface Deciding {
  words: string;
  unit: 'event' | 'source';
  /** Name in `overlap.ts`. */
  measure: string;
}

/**
 * One way of cheating. `level` says where it can be decided: `event` when the row and its short window give it away,
 * `source` when only the statistics of its publisher do. `accepts` are the reasons that name it rightly, the best
 * first.
 */
export interface Scenario<P extends Parameters = Parameters> {
  id: string;
  title: string;
  side: Side;
  level: 'event' | 'source';
  /** Kind on which a source is counted as called or not. */
  kind: EventKind;
  accepts: readonly string[];
  /** How many sources a world of full size holds. */
  sources: number;
  /** The parameter that says how much it brings: smaller worlds multiply it. */
  volume: keyof P & string;
  deciding: Deciding;
  /** Where the numbers come from. */
  basis: string;
  parameters: P;
  play(stage: Stage, values: Values<P>): void;
}

/** Every world has two sides: the app and the shop. */
export const SIDES = ['app', 'web'] as const;
export type Side = (typeof SIDES)[number];

/** Keeps the names of the parameters for `play`; lists hold it as a plain scenario. */
export const scenario = <const P extends Parameters>(declared: Scenario<P>): Scenario => ({
  ...declared,
  play: (stage, values) => declared.play(stage, pickValues(declared.parameters, values)),
});

function pickValues<P extends Parameters>(parameters: P, values: Readonly<Record<string, number>>): Values<P> {
  const missing = Object.keys(parameters).find((name) => values[name] === undefined);
  if (missing !== undefined || !isComplete(parameters, values)) throw new Error(`no value for ${missing}`);
  return values;
}

const isComplete = <P extends Parameters>(
  parameters: P,
  values: Readonly<Record<string, number>>,
): values is Values<P> => Object.keys(parameters).every((name) => values[name] !== undefined);
