import { addDays, addMonths, type DateRange } from '#platform/contract/date-range.ts';
import type { Widget } from '../widget.ts';

/** Days of a bucket, as far as they lie within the range that is shown. */
export function daysOf(bucket: string, { grain = 'date' }: Pick<Widget<string>, 'grain'>, range: DateRange): DateRange {
  const first = grain === 'month' ? `${bucket}-01` : bucket;
  const last = { date: first, week: addDays(first, 6), month: addDays(addMonths(first, 1), -1) }[grain];
  // ISO days sort as they follow each other.
  const [from = first] = [range.from, first].sort().reverse();
  const [to = last] = [range.to, last].sort();
  return { from, to };
}
