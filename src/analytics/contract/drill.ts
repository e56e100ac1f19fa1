import { addDays, addMonths } from '#platform/contract/date-range.ts';
import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { TOTAL_VERDICTS } from '#traffic/event/contract/event.ts';
import { type AnyBoard, isAboutVerdicts } from './board.ts';
import { type DimensionFilters, encodeValues } from './filters.ts';
import type { Row } from './rows.ts';
import type { Widget } from './widget.ts';

/** Where a number on a board leads: the event list. */
export const EVENTS_PATH = '/traffic/events';

const DRILLABLE = ['total', 'clean', 'fraud', 'suspect', 'filtered', 'unsafe', 'safe', 'unrated'] as const;
export type Drillable = (typeof DRILLABLE)[number];

/** The same, where events behind a count of this measure can be listed; as many as it says. */
export const drillableOf = (measure: string): Drillable | undefined => DRILLABLE.find((name) => name === measure);

/** The question behind a board as the page knows it. */
export interface DrillContext {
  package_name: string;
  from: string;
  to: string;
  where: DimensionFilters;
}

export interface DrillTarget {
  package_name: string;
  kind: readonly string[];
  fromDate: string;
  toDate: string;
  where: DimensionFilters;
}

/**
 * The events behind one number, so that the list they open counts the same. `null` when no event can match, which is
 * when the number is zero by definition (clean events among fraud reasons).
 */
export function drillTo(
  on: AnyBoard,
  widget: Widget<string>,
  row: Pick<Row, 'date' | 'week' | 'month' | 'publisher'> & { key?: string | undefined },
  context: DrillContext,
  measure: Drillable = 'total',
): DrillTarget | null {
  // Rows of another table and steps of a funnel lie nowhere in the list.
  const { kinds, listed, table } = on.dataset;
  if (!listed && (table !== 'traffic' || (kinds.length !== 1 && !isAboutVerdicts(on)))) return null;
  const range = daysOf(widget, row, context);
  const conditions: [DimensionName, readonly string[]][] = Object.entries(context.where) as [DimensionName, string[]][];
  conditions.push(...(Object.entries(widget.standing ?? {}) as [DimensionName, readonly string[]][]));
  if (widget.by && row.key !== undefined) conditions.push([widget.by, [row.key || NOT_REPORTED]]);
  if (widget.underPublisher && row.publisher !== undefined)
    conditions.push(['publisher', [row.publisher || NOT_REPORTED]]);
  conditions.push(...behind(measure));
  const where: DimensionFilters = {};
  for (const [name, allowed] of conditions) {
    const before = where[name];
    const both = before ? before.filter((value) => allowed.includes(value)) : [...allowed];
    if (both.length === 0) return null;
    where[name] = both;
  }
  return { package_name: context.package_name, kind: kinds, fromDate: range.from, toDate: range.to, where };
}

/** The target as search parameters of the event list, repeated where there are several values. */
export const drillParameters = (target: DrillTarget): [string, string][] => {
  const { where, kind, ...rest } = target;
  const values = Object.entries(where).flatMap(([name, chosen]) =>
    encodeValues(chosen).map((value): [string, string] => [name, value]),
  );
  return [...kind.map((one): [string, string] => ['kind', one]), ...Object.entries(rest), ...values];
};

/** What the events behind a measure of a screen have in common; suspect events are a part of their own there. */
function behind(measure: Drillable): [DimensionName, readonly string[]][] {
  if (measure === 'total') return [['verdict', TOTAL_VERDICTS]];
  if (measure === 'unsafe' || measure === 'safe' || measure === 'unrated')
    return [
      ['verdict', TOTAL_VERDICTS],
      ['safety', [measure === 'unrated' ? NOT_REPORTED : measure]],
    ];
  return [['verdict', [measure]]];
}

function daysOf(
  widget: Widget<string>,
  row: Pick<Row, 'date' | 'week' | 'month'>,
  { from, to }: { from: string; to: string },
): { from: string; to: string } {
  const within = (first: string, last: string) => ({ from: first > from ? first : from, to: last < to ? last : to });
  if (row.date) return widget.cumulative ? { from, to: row.date } : { from: row.date, to: row.date };
  if (row.week) return within(row.week, addDays(row.week, 6));
  if (row.month) return within(`${row.month}-01`, addDays(addMonths(`${row.month}-01`, 1), -1));
  return { from, to };
}
