/** What a number means. Tooltips, table heads, CSV heads and the API documentation read it from here. */
export interface Meaning {
  label: string;
  unit: Unit;
  description: string;
  /** In each row of every widget of the dataset; the others are in the rows of widgets that ask for them by `extra`. */
  every?: true;
  /** Told for the period before as well; only of measures in each row. */
  compared?: true;
  /** Measures that say how sure a share is: both ends of its interval, and whether there are too few. */
  interval?: Interval;
  /** The share that stands beside the counts of a row, where a widget names no other. */
  leads?: true;
  /** Counts rows of which nobody knows what the board is about; the page says so. */
  blind?: true;
  /** Counts this verdict; where an answer puts suspect events under it, the name of the measure says so. */
  of?: 'clean' | 'fraud';
}

export interface Interval {
  low: string;
  high: string;
  tooFew: string;
}

/**
 * The unit says what the value is: a count, a number of whatever its name says, 0 to 100, decimal text by currency (''
 * without one), or yes and no.
 */
export interface UnitValues {
  events: number;
  number: number;
  percent: number;
  money: Record<string, string>;
  'yes/no': boolean;
}
export type Unit = keyof UnitValues;

/** Counted by the engine: its SQL stands under its name in the dataset's file in `server/datasets`. */
export interface Counted extends Meaning {
  /** Whether the counts of two days make the count of both; distinct persons of two days do not. */
  adds: boolean;
  /** Counted beside the total and no part of it. */
  beside?: true;
}

/** Follows from counted measures of the same row; `from` names those that `value` reads. */
export interface Derived extends Meaning {
  from: readonly string[];
  /** Percentages are rounded to two digits afterwards. */
  value(counts: Readonly<Record<string, number>>): number | boolean;
}

/** The part this row has of a measure over all rows of the answer, in percent. */
export interface Part extends Meaning {
  partOf: string;
}

export type Measure = Counted | Derived | Part;

/** Every dataset counts its rows as `total`: a row without any is empty. */
export type Measures = Readonly<Record<string, Measure>> & { readonly total: Counted };

type NamesWhere<M, Has> = { [K in keyof M & string]: M[K] extends Has ? K : never }[keyof M & string];
export type CountedName<M> = NamesWhere<M, { adds: boolean }>;
export type EveryName<M> = NamesWhere<M, { every: true }>;
export type ComparedName<M> = NamesWhere<M, { every: true; compared: true }>;

/** Refuses a derived measure that reads what nobody counts, and a part of what is no measure. */
type Checked<M> = {
  [K in keyof M]: M[K] extends { from: readonly (infer F)[] }
    ? [F] extends [CountedName<M>]
      ? unknown
      : never
    : M[K] extends { partOf: infer P }
      ? [P] extends [keyof M]
        ? unknown
        : never
      : unknown;
};

/** The measures of a dataset, one entry each, in the order of columns. */
export const measures = <const M extends Measures>(m: M & Checked<M>): M => m;

export const derived = <const F extends string, const M extends Meaning>(
  from: readonly F[],
  value: (counts: Readonly<Record<F, number>>) => number | boolean,
  meaning: M,
) => ({ ...meaning, from, value });

export const isCounted = (measure: Measure): measure is Counted => 'adds' in measure;
export const isDerived = (measure: Measure): measure is Derived => 'from' in measure;
export const isPart = (measure: Measure): measure is Part => 'partOf' in measure;

export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/**
 * Names of the measures in the rows of a widget, in the order of columns: those of every row, then what it asks for.
 */
export const namesInRows = <N extends string>(all: Readonly<Record<N, Measure>>, extra: readonly N[] = []): N[] => [
  ...(Object.keys(all) as N[]).filter((name) => all[name]?.every),
  ...extra,
];

/** Names of the measures that two periods are compared by. */
export const comparedIn = (all: Measures): string[] =>
  Object.keys(all).filter((name) => all[name]?.every && all[name]?.compared);

/**
 * The share that stands beside the counts of a row: the first of those shown that has an interval, else the one that
 * leads, else the first; none in some datasets.
 */
export function rateIn(all: Measures, shown: readonly string[] = []): string | undefined {
  const shares = Object.keys(all).filter((name) => all[name]?.every && all[name]?.unit === 'percent');
  return shown.find((name) => all[name]?.interval) ?? shares.find((name) => all[name]?.leads) ?? shares[0];
}

/** What the engine counts so that all of these measures can be told. */
export function countedFor(all: Measures, names: readonly string[]): string[] {
  const needed = new Set(names.flatMap((name) => sourcesOf(all, name)));
  return Object.keys(all).filter((name) => needed.has(name));
}

function sourcesOf(all: Measures, name: string): readonly string[] {
  const measure = all[name];
  if (!measure) throw new RangeError(`The dataset has no measure ${name}`);
  if (isPart(measure)) return sourcesOf(all, measure.partOf);
  return isDerived(measure) ? measure.from : [name];
}
