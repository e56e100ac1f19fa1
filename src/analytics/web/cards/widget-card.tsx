import type { Widget } from '#analytics/contract/widget.ts';
import { useBoard } from '../board/board-state.tsx';
import { BarsCard } from './bars-card.tsx';
import { PagedCard } from './paged-card.tsx';
import { RowsCard } from './rows-card.tsx';
import { TimeCard } from './time-card.tsx';

interface Props {
  widget: Widget;
  wide?: boolean;
}

/** The card of a widget follows from its shape; on a tabular page everything is a table. */
export function WidgetCard({ widget, wide = false }: Props) {
  const { page } = useBoard();
  if (widget.shape === 'table') return <PagedCard widget={widget} />;
  if (page.layout === 'tabular') return <RowsCard widget={widget} />;
  return widget.shape === 'breakdown' ? <BarsCard widget={widget} /> : <TimeCard widget={widget} wide={wide} />;
}
