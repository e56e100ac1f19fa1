import type { Board } from '#analytics/contract/board.ts';
import type { Widget } from '#analytics/contract/widget.ts';

/** Where the widgets of a board stand: figures, one wide trend, cards two in a row, tables. */
export interface BoardLayout {
  figures: Widget | undefined;
  lead: Widget | undefined;
  breakdowns: readonly Widget[];
  times: readonly Widget[];
  tables: readonly Widget[];
}

/** The first plain series per day tells the story of the board and gets the width. */
const leads = ({ shape, grain, chart, standing }: Widget): boolean =>
  shape === 'series' && grain === 'date' && chart === 'stacked' && !standing;

/** Follows from the shapes alone; within a section the order is the board's. */
export function layoutOf({ widgets }: Pick<Board, 'widgets'>): BoardLayout {
  const lead = widgets.find(leads);
  const of = (...shapes: Widget['shape'][]): Widget[] =>
    widgets.filter((widget) => widget !== lead && shapes.includes(widget.shape));
  const [figures] = of('totals');
  return { figures, lead, breakdowns: of('breakdown'), times: of('series', 'trend'), tables: of('table') };
}
