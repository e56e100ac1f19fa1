/** What a chart shows, prepared by pure functions. Renderers draw it and decide nothing about data. */
export type Tone = 'clean' | 'suspect' | 'fraud' | 'accent';

export interface Series {
  name: string;
  /** Colour by meaning; a colour by category when left out. */
  tone?: Tone;
  /** The sum of what is not drawn by itself: never in the colour of a category. */
  rest?: boolean;
  /** As it was before: a dashed line, where values are lines. */
  isEarlier?: boolean;
  /** One value per bucket; a gap is null and is drawn as a gap. */
  values: readonly (number | null)[];
}

export interface Mark {
  /** Bucket the mark stands at. */
  bucket: string;
  label: string;
  /** What kind of thing happened, in a word that stands beside the mark. */
  short: string;
}

/** Counts over time, with a share as a line on its own axis. */
export interface TimeChart {
  kind: 'time';
  /** Parts of a whole stand on each other; values that are no parts of one whole are lines beside each other. */
  drawn?: 'stacked' | 'lines';
  /** ISO days, months `2026-11`, or hours `2026-11-21T13:00`. */
  buckets: readonly string[];
  series: readonly Series[];
  /** Share 0..1 per bucket. */
  rate?: { name: string; values: readonly (number | null)[] };
  /** The compared period, bucket by bucket, as a dashed line. */
  compare?: { name: string; values: readonly (number | null)[] };
  /** First bucket that is not complete yet; it and the later ones are hatched. */
  partialFrom?: string;
  /** Last bucket the range cuts at its beginning; it and the earlier ones are hatched too. */
  partialUntil?: string;
  marks?: readonly Mark[];
}

/** One bar per category, largest first; parts of a bar are stacked. */
export interface BarChart {
  kind: 'bars';
  categories: readonly string[];
  series: readonly Series[];
}

export type ChartModel = TimeChart | BarChart;
