import type { ComponentType } from 'react';
import type { Widget } from '#analytics/contract/widget.ts';

export interface CardProps {
  widget: Widget<string>;
  wide: boolean;
}

/** How widgets of a shape stand on a board. */
export interface WebShape {
  /** The numbers above the cards. */
  isFigures?: true;
  /** Whether the widget may tell the story of the whole board; the first that may gets the width. */
  leads?: (widget: Widget<string>) => boolean;
  Card: ComponentType<CardProps>;
  /** The card on a tabular page; the same one for a shape that is a table already. */
  Rows: ComponentType<CardProps>;
}
