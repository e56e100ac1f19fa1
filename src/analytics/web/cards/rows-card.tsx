import type { Widget } from '#analytics/contract/widget.ts';
import { useWidget } from '../board/use-widget.ts';
import { RowsTable } from './rows-table.tsx';
import { WidgetFrame } from './widget-frame.tsx';

const HEIGHT = 330;

/** All rows of a widget as a table, without a chart; as wide as the page, so that no column hides behind a scroll bar. */
export function RowsCard({ widget }: { widget: Widget }) {
  const data = useWidget(widget);
  return (
    <WidgetFrame widget={widget} data={data} height={HEIGHT} skeleton="table" wide>
      {data.meta && <RowsTable widget={widget} rows={data.rows} meta={data.meta} maxHeight={HEIGHT - 50} />}
    </WidgetFrame>
  );
}
