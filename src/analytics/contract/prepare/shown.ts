import { addDays, type DateRange } from '#platform/contract/date-range.ts';
import type { Row } from '../rows.ts';
import { sectionOf } from '../section.ts';
import type { Widget } from '../widget.ts';

/** Monday of the week of a day. */
const weekOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const BUCKET = { date: (day: string) => day, week: weekOf, month: (day: string) => day.slice(0, 7) } as const;

/** One bar alone compares nothing: weeks and months are shown for ranges that touch two of them. */
export const isWorthShowing = ({ grain = 'date' }: Pick<Widget<string>, 'grain'>, range: DateRange): boolean =>
  grain === 'date' || BUCKET[grain](range.from) !== BUCKET[grain](range.to);

interface Shown {
  state: string;
  rows: readonly Row[];
  /** Rows over all pages; undefined where there are none. */
  total: number | undefined;
}

/** The only row of a card that compares values with each other; tables of sources say more of one than its share. */
export function singleIn(widget: Widget<string>, { state, rows, total = rows.length }: Shown): Row | undefined {
  const compares = widget.by !== undefined && widget.grain === undefined && sectionOf(widget) !== 'sources';
  return compares && state === 'ready' && total === 1 ? rows[0] : undefined;
}
