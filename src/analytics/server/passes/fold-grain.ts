import { addDays } from '#platform/contract/date-range.ts';
import type { Grain } from '../../contract/widget.ts';
import { addRows } from '../add-rows.ts';
import type { RawRow, RowPass } from '../query.ts';

/** Days folded to ISO weeks (named by their Monday) or months; at the ends a week or month holds its days in range. */
export const foldGrain: RowPass = (rows, { board, widget }) => {
  const { grain } = widget;
  if (!grain || grain === 'date') return rows;
  const folded = new Map<string, RawRow>();
  for (const row of rows) {
    const day = PERIOD[grain](row.day ?? '');
    const key = `${day}\n${row.publisher ?? ''}\n${row.name ?? ''}`;
    const sum = folded.get(key);
    folded.set(key, sum ? addRows(board.dataset.measures, sum, row) : { ...row, day });
  }
  return [...folded.values()];
};

const PERIOD: Record<Exclude<Grain, 'date'>, (day: string) => string> = {
  week: (day) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)),
  month: (day) => day.slice(0, 7),
};
