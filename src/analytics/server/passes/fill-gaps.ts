import { addDays } from '#platform/contract/date-range.ts';
import { countedFor, namesInRows } from '../../contract/measure.ts';
import { nothing } from '../add-rows.ts';
import type { RawRow, RowPass } from '../query.ts';

/** One row per day of the range (and name): a day without rows is zero, not missing. */
export const fillGaps: RowPass = (rows, { board, widget, filters }) => {
  if (!widget.grain) return rows;
  const lines = new Map<string, RawRow>();
  const known = new Map<string, RawRow>();
  for (const row of rows) {
    lines.set(lineOf(row), row);
    known.set(`${row.day}\n${lineOf(row)}`, row);
  }
  const { measures } = board.dataset;
  const zero = nothing(measures, countedFor(measures, namesInRows(measures, widget.extra)));
  const starts = widget.by ? [...lines] : [['', undefined] as const];
  const filled: RawRow[] = [];
  for (let day = filters.from; day <= filters.to; day = addDays(day, 1)) {
    for (const [line, sample] of starts)
      filled.push(known.get(`${day}\n${line}`) ?? { ...zero, ...namesOf(sample), day });
  }
  return filled;
};

const lineOf = ({ publisher = '', name = '' }: RawRow): string => (publisher || name ? `${publisher}\n${name}` : '');

const namesOf = ({ name, publisher }: RawRow = {}): RawRow => ({
  ...(name === undefined ? {} : { name }),
  ...(publisher === undefined ? {} : { publisher }),
});
