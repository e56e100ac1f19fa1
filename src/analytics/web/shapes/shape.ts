import type { ComponentType } from 'react';
import type { Widget } from '#analytics/contract/widget.ts';

export interface CardProps {
  widget: Widget<string>;
  wide: boolean;
}

/** How widgets of a shape stand on a board. */
export interface WebShape {
  Card: ComponentType<CardProps>;
  /** The card on a tabular page; the same one for a shape that is a table already. */
  Rows: ComponentType<CardProps>;
}
