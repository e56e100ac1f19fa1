import type { AnyBoard } from '#analytics/contract/board.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { WEB_SHAPES } from '../shapes/registry.ts';
import type { WebShape } from '../shapes/shape.ts';

/** Where the widgets of a board stand: figures, one wide trend, cards two in a row, tables. */
export interface BoardLayout {
  figures: Widget<string> | undefined;
  lead: Widget<string> | undefined;
  breakdowns: readonly Widget<string>[];
  times: readonly Widget<string>[];
  tables: readonly Widget<string>[];
}

/** Follows from the shapes alone; within a section the order is the board's. */
export function layoutOf({ widgets }: Pick<AnyBoard, 'widgets'>): BoardLayout {
  const lead = widgets.find((widget) => WEB_SHAPES[widget.shape].leads?.(widget));
  const of = (section: WebShape['section']): Widget<string>[] =>
    widgets.filter((widget) => widget !== lead && WEB_SHAPES[widget.shape].section === section);
  const [figures] = of('figures');
  return { figures, lead, breakdowns: of('breakdowns'), times: of('times'), tables: of('tables') };
}
