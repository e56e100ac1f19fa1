import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { comparedIn } from '../contract/measure.ts';
import type { BoardMeta, Row } from '../contract/rows.ts';
import { nothing } from './add-rows.ts';
import { deriverOf } from './derive.ts';
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

/** Today is not over: of the day it is compared with counts what came by the same hour. */
function soFarOf({ filters, info, now }: Question): Pick<Filters, 'soFar'> {
  if (filters.to < info.today) return {};
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  return { soFar: { moment: minute, days: daysBetween(previousPeriod(filters).to, filters.to) } };
}

/** The period before as an answer tells it, with the hour to which its last day is counted. */
export function previousTold(question: Question): BoardMeta['previous'] {
  const { soFar } = soFarOf(question);
  const period = previousPeriod(question.filters);
  return soFar ? { ...period, until: clockIn(question.info.time_zone, soFar.moment) } : period;
}

const clockIn = (timeZone: string, moment: Date): string =>
  moment.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

/** The same question over the period before, for exactly the names that are shown. */
export function previousQuestion(question: Question, rows: readonly Row[]): Question {
  const { widget, filters } = question;
  const earlier = { ...filters, ...previousPeriod(filters), ...soFarOf(question), compare: false as const, page: 1 };
  const { keys } = widget;
  if (keys) {
    const shown = rows.map((row) => keys.map((key) => String(row[key])));
    return { ...question, filters: { ...earlier, rows: shown, limit: MOST_ROWS } };
  }
  if (!widget.by) return { ...question, filters: earlier };
  const names = [...new Set(rows.map((row) => row.key || NOT_REPORTED))];
  const where = { ...filters.where, [widget.by]: names };
  // Under another publisher the same names may occur more often than on this page.
  return { ...question, filters: { ...earlier, where, limit: MOST_ROWS } };
}

const MOST_ROWS = 10_000;

/** Days are paired by their place in the period, names by themselves; what was not there before was zero. */
export function withPrevious(rows: Row[], before: readonly Row[], { board, widget }: Question): Row[] {
  const all = board.dataset.measures;
  const zero = deriverOf(all, {})(nothing(all, Object.keys(all)));
  const compared = comparedIn(all);
  const { by, keys } = widget;
  const keyOf = (row: Row, index: number) => {
    if (keys) return JSON.stringify(keys.map((key) => row[key]));
    return by ? `${row.publisher ?? ''}\n${row.key}` : String(index);
  };
  const known = new Map(before.map((row, index) => [keyOf(row, index), row]));
  return rows.map((row, index) => ({
    ...row,
    previous: numbersOf(known.get(keyOf(row, index)) ?? zero, compared),
  }));
}

const numbersOf = (row: Row, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, Number(row[name])]));
