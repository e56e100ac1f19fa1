import type { Widget } from '#analytics/contract/widget.ts';
import { useWidget } from '../board/use-widget.ts';
import { RowsTable } from './rows-table.tsx';
import { WidgetFrame } from './widget-frame.tsx';

/** Most of it scrolls; a short table takes no more than it needs. */
const HEIGHT = 330;
const ROW = 30;
const AROUND_ROWS = 76;

/**
 * All rows of a widget as a table, without a chart; as wide as the page, so that no column hides behind a scroll bar.
 */
export function RowsCard({ widget }: { widget: Widget<string> }) {
  const data = useWidget(widget);
  const needed = AROUND_ROWS + ROW * data.rows.length;
  const height = data.state === 'ready' || data.state === 'stale' ? Math.min(HEIGHT, needed) : HEIGHT;
  return (
    <WidgetFrame widget={widget} data={data} height={height} skeleton="table" wide>
      {data.meta && <RowsTable widget={widget} rows={data.rows} meta={data.meta} maxHeight={HEIGHT - 50} />}
    </WidgetFrame>
  );
}
