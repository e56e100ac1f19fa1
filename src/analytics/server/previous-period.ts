import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { BoardRow } from '../contract/rows.ts';
import { countsOf } from './derive.ts';
import type { Filters, Question } from './question.ts';

/** As many days as keep the weekday of a year before. */
const YEAR_DAYS = 364;

/** The compared period, of the same length: directly before, or the same weekdays a year before. */
export function previousPeriod({ from, to, compare }: Pick<Filters, 'from' | 'to' | 'compare'>): {
  from: string;
  to: string;
} {
  const days = compare === 'year' ? YEAR_DAYS : daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** Weeks and months of two periods do not lie on each other, trends would be lines of lines. */
export const canCompare = ({ widget }: Question): boolean =>
  widget.shape !== 'trend' && !widget.cumulative && (widget.grain ?? 'date') === 'date';

/** The same question over the period before, for exactly the names that are shown. */
export function previousQuestion(question: Question, rows: readonly BoardRow[]): Question {
  const { widget, filters } = question;
  const earlier = { ...filters, ...previousPeriod(filters), compare: false as const, page: 1 };
  if (!widget.by) return { ...question, filters: earlier };
  const names = [...new Set(rows.map((row) => row.key || NOT_REPORTED))];
  const where = { ...filters.where, [widget.by]: names };
  // Under another publisher the same names may occur more often than on this page.
  return { ...question, filters: { ...earlier, where, limit: MOST_ROWS } };
}

const MOST_ROWS = 10_000;

/** Days are paired by their place in the period, names by themselves; what was not there before was zero. */
export function withPrevious(rows: BoardRow[], before: readonly BoardRow[], { widget }: Question): BoardRow[] {
  const keyOf = (row: BoardRow, index: number) => (widget.by ? `${row.publisher ?? ''}\n${row.key}` : String(index));
  const known = new Map(before.map((row, index) => [keyOf(row, index), row]));
  return rows.map((row, index) => ({
    ...row,
    previous: countsOf(known.get(keyOf(row, index)) ?? { total: 0, fraud: 0, suspect: 0 }),
  }));
}
