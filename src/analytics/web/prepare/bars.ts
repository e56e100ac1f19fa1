import type { Counts, MeasureName } from '#analytics/contract/measures.ts';
import type { BoardRow } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import type { Rate } from '#platform/web/ui/percent.tsx';
import { type Part, partsOf, rateOf, type SuspectPolicy } from './parts.ts';

/** Which count the number at the end of a bar is. */
export type Leading = 'total' | 'clean' | 'fraud';

export interface BarItem {
  row: BoardRow;
  parts: readonly Part[];
  /** Length of the bar, 0..1 of the longest. */
  length: number;
  value: number;
  rate: Rate | null;
  /** Part of all fraud found, 0..1, where the widget is about that. */
  share: number | undefined;
}

export interface Bars {
  items: readonly BarItem[];
  leading: Leading;
  /** What the shown rows leave out, added up. */
  other: { rows: number; value: number } | undefined;
}

/** Bars that fit a card; the rest is one line, and all of it is in the table. */
export const MOST_BARS = 7;

/** Clean, fraud and suspect together are the total; otherwise the first measure leads. */
export function leadingOf(measures: readonly MeasureName[]): Leading {
  if (measures.includes('clean') && measures.includes('fraud')) return 'total';
  return measures[0] === 'clean' ? 'clean' : 'fraud';
}

const sum = (parts: readonly Part[]): number => parts.reduce((all, { value }) => all + value, 0);

export function barsOf(
  rows: readonly BoardRow[],
  widget: Pick<Widget, 'measures'>,
  suspectCountsAs: SuspectPolicy,
  most = MOST_BARS,
): Bars {
  const leading = leadingOf(widget.measures);
  const drawn = (counts: Counts): Part[] => partsOf(counts, widget.measures, suspectCountsAs);
  const shown = rows.length > most ? rows.slice(0, most - 1) : rows;
  const rest = rows.slice(shown.length);
  const longest = shown.reduce((max, row) => Math.max(max, sum(drawn(row))), 0);
  return {
    leading,
    items: shown.map((row) => {
      const parts = drawn(row);
      return {
        row,
        parts,
        length: longest === 0 ? 0 : sum(parts) / longest,
        value: row[leading],
        rate: rateOf(row),
        share: row.percentage === undefined ? undefined : row.percentage / 100,
      };
    }),
    other:
      rest.length === 0 ? undefined : { rows: rest.length, value: rest.reduce((all, row) => all + row[leading], 0) },
  };
}
