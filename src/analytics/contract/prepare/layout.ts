import { SECTIONS, type Section, sectionOf } from '../section.ts';
import { SHAPES } from '../shapes/registry.ts';
import type { Widget } from '../widget.ts';

export interface SectionOfBoard {
  id: Section;
  widgets: readonly Widget<string>[];
}

/** Where the widgets of a board stand: figures, one wide trend, what is there at once, and what opens when wanted. */
export interface BoardLayout {
  figures: Widget<string> | undefined;
  lead: Widget<string> | undefined;
  open: readonly SectionOfBoard[];
  folded: readonly SectionOfBoard[];
}

const AT_ONCE: readonly Section[] = ['sources', 'reasons'];

/** Follows from the widgets alone; within a section the order is the board's. */
export function layoutOf({ widgets }: { widgets: readonly Widget<string>[] }): BoardLayout {
  const lead = widgets.find((widget) => SHAPES[widget.shape].leads?.(widget));
  const figures = widgets.find(({ shape }) => SHAPES[shape].single);
  const rest = widgets.filter((widget) => widget !== lead && !SHAPES[widget.shape].single);
  // Tables take the width of the page: between cards that stand two in a row they would leave holes.
  const inOrder = rest.toSorted((a, b) => Number(SHAPES[a.shape].paged) - Number(SHAPES[b.shape].paged));
  const sections = SECTIONS.map((id) => ({ id, widgets: inOrder.filter((widget) => sectionOf(widget) === id) }));
  const filled = sections.filter((section) => section.widgets.length > 0);
  const open = filled.filter(({ id }) => AT_ONCE.includes(id));
  // A board without sources and reasons has nothing to put first.
  return open.length === 0
    ? { figures, lead, open: filled, folded: [] }
    : { figures, lead, open, folded: filled.filter(({ id }) => !AT_ONCE.includes(id)) };
}
