import type { Format } from '../format.ts';
import type { ChartModel, TimeChart } from './model.ts';

/** What stands at one bucket or category: said by the tip under the pointer and to those who move by keyboard. */
export interface Readout {
  head: string;
  /** The bucket is not complete. */
  open: boolean;
  lines: readonly { name: string; value: string }[];
  /** What happened there, the newest of it last. */
  marks: readonly string[];
  /** How many more things happened there before those. */
  more: number;
}

/** What a readout says besides names and values. */
export interface ReadoutWords {
  /** The bucket is not complete. */
  open: string;
  /** So many more things happened there. */
  more: (count: number) => string;
}

/** Of a day on which the rules were saved ten times the last ones tell; the rest is in the history. */
const MOST_MARKS = 4;

export const isOpenBucket = ({ partialFrom, partialUntil }: TimeChart, bucket: string): boolean =>
  (partialFrom !== undefined && bucket >= partialFrom) || (partialUntil !== undefined && bucket <= partialUntil);

const bucketName = (bucket: string, format: Format): string => {
  if (bucket.length === 7) return format.month(bucket);
  return bucket.length > 10 ? bucket.replace('T', ' ') : format.day(bucket);
};

export function readoutOf(model: ChartModel, at: number, format: Format): Readout {
  const counts = model.series.map(({ name, values }) => ({ name, value: values[at] ?? null, share: false }));
  const key = (model.kind === 'time' ? model.buckets : model.categories)[at] ?? '';
  const marks = model.kind === 'time' ? (model.marks ?? []).filter(({ bucket }) => bucket === key) : [];
  const time = model.kind === 'time' ? model : undefined;
  const { compare, rate } = time ?? {};
  const more = [
    ...(compare ? [{ name: compare.name, value: compare.values[at] ?? null, share: false }] : []),
    ...(rate ? [{ name: rate.name, value: rate.values[at] ?? null, share: true }] : []),
  ];
  return {
    head: time ? bucketName(key, format) : key,
    open: time ? isOpenBucket(time, key) : false,
    lines: [...counts, ...more]
      .filter(({ value }) => value !== null)
      .map(({ name, value, share }) => ({ name, value: share ? format.percent(value) : format.number(value) })),
    marks: marks.slice(-MOST_MARKS).map(({ label }) => label),
    more: Math.max(0, marks.length - MOST_MARKS),
  };
}

/** The same as one sentence. */
export const readoutText = ({ head, open, lines, marks, more }: Readout, words: ReadoutWords): string =>
  [
    open ? `${head} (${words.open})` : head,
    ...lines.map(({ name, value }) => `${name} ${value}`),
    ...(more > 0 ? [words.more(more)] : []),
    ...marks,
  ].join(', ');
