import type { Rate } from '#platform/contract/rate.ts';
import { isPart, type Measures, rateIn } from '../measure.ts';
import { numberIn, type Row } from '../rows.ts';
import type { Widget } from '../widget.ts';
import { leadingOf, type Part, partsOf, rateOf } from './parts.ts';

export interface BarItem {
  row: Row;
  parts: readonly Part[];
  /** Length of the bar, 0..1 of the longest. */
  length: number;
  value: number;
  rate: Rate | null;
  /** Its part of all rows, 0..1, where the widget asks for that. */
  share: number | undefined;
}

export interface Bars {
  items: readonly BarItem[];
  /** Which count the number at the end of a bar is. */
  leading: string;
  /** The measure of `share`, where the widget asks for one. */
  partName: string | undefined;
  /** What the shown rows leave out, added up. */
  other: { rows: number; value: number } | undefined;
}

/** Bars that fit a card; the rest is one line, and all of it is in the table. */
export const MOST_BARS = 7;

const sum = (parts: readonly Part[]): number => parts.reduce((all, { value }) => all + value, 0);

export function barsOf(
  rows: readonly Row[],
  widget: Pick<Widget<string>, 'measures' | 'extra' | 'base'>,
  all: Measures,
  most = MOST_BARS,
): Bars {
  const { measures, extra = [] } = widget;
  const leading = leadingOf(widget);
  const share = rateIn(all, measures);
  const partName = extra.find((name) => all[name] && isPart(all[name]));
  const count = (row: Row): number => numberIn(row, leading) ?? 0;
  const drawn = (row: Row): Part[] => partsOf(row, measures);
  const shown = rows.length > most ? rows.slice(0, most - 1) : rows;
  const rest = rows.slice(shown.length);
  const longest = shown.reduce((max, row) => Math.max(max, sum(drawn(row))), 0);
  return {
    leading,
    partName,
    items: shown.map((row) => {
      const parts = drawn(row);
      const part = partName === undefined ? undefined : numberIn(row, partName);
      return {
        row,
        parts,
        length: longest === 0 ? 0 : sum(parts) / longest,
        value: count(row),
        rate: rateOf(row, all, share),
        share: part === undefined ? undefined : part / 100,
      };
    }),
    other: rest.length === 0 ? undefined : { rows: rest.length, value: rest.reduce((sum, row) => sum + count(row), 0) },
  };
}
