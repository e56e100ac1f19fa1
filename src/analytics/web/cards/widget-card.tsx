import type { Widget } from '#analytics/contract/widget.ts';
import { useBoard } from '../board/board-state.tsx';
import { WEB_SHAPES } from '../shapes/registry.ts';

interface Props {
  widget: Widget<string>;
  wide?: boolean;
}

/** The card of a widget follows from its shape; on a tabular page everything is a table. */
export function WidgetCard({ widget, wide = false }: Props) {
  const { page } = useBoard();
  const { Card, Rows } = WEB_SHAPES[widget.shape];
  return page.layout === 'tabular' ? <Rows widget={widget} wide={wide} /> : <Card widget={widget} wide={wide} />;
}
