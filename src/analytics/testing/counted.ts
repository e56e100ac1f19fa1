import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { Board } from '../contract/board.ts';
import type { BoardRow } from '../contract/rows.ts';
import type { Grain, Widget } from '../contract/widget.ts';
import { type SeedRow, seedDay, seedValue } from './seed-traffic.ts';

/** The answers of the boards counted once more from the rows of the seed, in JavaScript and the plain way. */
export interface Range {
  from: string;
  to: string;
}

export const between = (rows: readonly SeedRow[], board: Board, name: string, { from, to }: Range): SeedRow[] =>
  rows.filter(
    (row) => row.package === name && board.dataset.kinds.includes(row.kind) && row.day >= from && row.day <= to,
  );

/** Those a widget looks at at all. */
export const withStanding = (rows: readonly SeedRow[], { standing = {} }: Widget): SeedRow[] => {
  const conditions = Object.entries(standing) as [DimensionName, readonly string[]][];
  return rows.filter((row) => conditions.every(([name, values]) => values.includes(seedValue(row, name))));
};

/** Those behind one row of the answer. */
export const behind = (rows: readonly SeedRow[], { by, underPublisher, grain, cumulative }: Widget, row: BoardRow) =>
  rows.filter(
    (each) =>
      (!by || seedValue(each, by) === row.key) &&
      (!underPublisher || each.publisher === row.publisher) &&
      (!grain || (cumulative ? each.day <= (row[grain] ?? '') : periodOf(each.day, grain) === row[grain])),
  );

/** In three parts; `two`: suspect events are clean ones, as the packages of these tests say. */
export const countsOf = (rows: readonly SeedRow[], counts: 'parts' | 'two' = 'parts') => {
  const of = (verdict: SeedRow['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  const filtered = of('filtered');
  const total = rows.length - filtered;
  const [fraud, suspect] = [of('fraud'), of('suspect')];
  return { total, clean: total - fraud - (counts === 'parts' ? suspect : 0), fraud, suspect, filtered };
};

const isCounted = (row: SeedRow): boolean => row.verdict !== 'filtered';

/** Distinct persons per event name, and events in the month of their install. */
export const eventCountsOf = (rows: readonly SeedRow[]) => ({
  unique_events: new Set(rows.filter(isCounted).map((row) => `${row.event_name} ${row.person}`)).size,
  current_month: rows.filter((row) => isCounted(row) && seedDay(row.install_time).slice(0, 7) === row.day.slice(0, 7))
    .length,
});

/** What tells the lines of an answer apart: the value, its publisher, or the day, week or month. */
export const lineOf = (row: Pick<BoardRow, 'key' | 'publisher' | Grain>, { by, grain }: Widget): string =>
  [grain ? row[grain] : '', row.publisher ?? '', by ? row.key : ''].join('\n');

/** Every line there must be, those of days without traffic included. */
export function linesOf(rows: readonly SeedRow[], { by, underPublisher, grain }: Widget, { from, to }: Range) {
  const values = new Set(
    rows.filter(isCounted).map((row) => `${underPublisher ? row.publisher : ''}\n${by ? seedValue(row, by) : ''}`),
  );
  if (!by) values.add('\n');
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  const periods = new Set(grain ? days.map((day) => periodOf(day, grain)) : ['']);
  return [...periods].flatMap((period) => [...values].map((value) => `${period}\n${value}`));
}

function periodOf(day: string, grain: Grain): string {
  if (grain === 'date') return day;
  return grain === 'month' ? day.slice(0, 7) : addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
