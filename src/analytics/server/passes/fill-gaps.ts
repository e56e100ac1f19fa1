import { addDays } from '#platform/contract/date-range.ts';
import type { RawRow } from '../query.ts';
import type { RowPass } from '../shape-rows.ts';

/** One row per day of the range (and name): a day without traffic is zero, not missing. */
export const fillGaps: RowPass = (rows, { widget, filters }) => {
  if (!widget.grain) return rows;
  const lines = new Map<string, RawRow>();
  const known = new Map<string, RawRow>();
  for (const row of rows) {
    lines.set(lineOf(row), row);
    known.set(`${row.day}\n${lineOf(row)}`, row);
  }
  const starts = widget.by ? [...lines] : [['', undefined] as const];
  const filled: RawRow[] = [];
  for (let day = filters.from; day <= filters.to; day = addDays(day, 1)) {
    for (const [line, sample] of starts) filled.push(known.get(`${day}\n${line}`) ?? zero(day, widget.extra, sample));
  }
  return filled;
};

const lineOf = ({ publisher = '', name = '' }: RawRow): string => (publisher || name ? `${publisher}\n${name}` : '');

const zero = (day: string, extra: readonly string[] | undefined, sample: RawRow | undefined): RawRow => ({
  day,
  total: 0,
  fraud: 0,
  suspect: 0,
  ...(sample?.name === undefined ? {} : { name: sample.name }),
  ...(sample?.publisher === undefined ? {} : { publisher: sample.publisher }),
  ...(extra?.includes('unique_events') ? { unique_events: 0 } : {}),
  ...(extra?.includes('current_month') ? { current_month: 0 } : {}),
});
