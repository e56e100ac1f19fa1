import type { Widget } from '#analytics/contract/widget.ts';
import { addDays, type DateRange } from '#platform/contract/date-range.ts';

/** Monday of the week of a day. */
const weekOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const BUCKET = { date: (day: string) => day, week: weekOf, month: (day: string) => day.slice(0, 7) } as const;

/** One bar alone compares nothing: weeks and months are shown for ranges that touch two of them. */
export const isWorthShowing = ({ grain = 'date' }: Pick<Widget<string>, 'grain'>, range: DateRange): boolean =>
  grain === 'date' || BUCKET[grain](range.from) !== BUCKET[grain](range.to);
