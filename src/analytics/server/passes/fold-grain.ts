import { addDays } from '#platform/contract/date-range.ts';
import type { Grain } from '../../contract/widget.ts';
import type { RawRow } from '../query.ts';
import type { RowPass } from '../shape-rows.ts';

/** Days folded to ISO weeks (named by their Monday) or months; at the ends a week or month holds its days in range. */
export const foldGrain: RowPass = (rows, { widget }) => {
  const { grain } = widget;
  if (!grain || grain === 'date') return rows;
  const folded = new Map<string, RawRow>();
  for (const row of rows) {
    const day = PERIOD[grain](row.day ?? '');
    const key = `${day}\n${row.publisher ?? ''}\n${row.name ?? ''}`;
    const sum = folded.get(key);
    folded.set(key, sum ? add(sum, row) : { ...row, day });
  }
  return [...folded.values()];
};

const PERIOD: Record<Exclude<Grain, 'date'>, (day: string) => string> = {
  week: (day) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)),
  month: (day) => day.slice(0, 7),
};

/** Counts only: distinct counts of days cannot be added, so no widget asks for them by week or month. */
export const add = (a: RawRow, b: RawRow): RawRow => ({
  ...a,
  total: a.total + b.total,
  fraud: a.fraud + b.fraud,
  suspect: a.suspect + b.suspect,
});
