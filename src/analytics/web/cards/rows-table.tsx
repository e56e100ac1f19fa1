import { useTranslation } from 'react-i18next';
import type { BoardMeta, Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import type { Column, Sort } from '#platform/web/table/column.ts';
import { DataTable, type DataTableProps } from '#platform/web/table/data-table.tsx';
import { useWords } from '../words.ts';
import { useColumns } from './use-columns.tsx';

interface Props
  extends Pick<DataTableProps<TableRow>, 'maxHeight' | 'stale' | 'paging' | 'total' | 'search' | 'empty'> {
  widget: Widget<string>;
  rows: readonly Row[];
  meta: BoardMeta;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

/** A row as the table takes it: readable by column id. */
export type TableRow = Row;

const keyOf = (row: Row): string => [row.date, row.week, row.month, row.publisher, row.key].join('\n');

/** The rows of any widget with all its measures. */
export function RowsTable({ widget, rows, meta, sort, onSort, ...rest }: Props) {
  const { t } = useTranslation('board');
  const words = useWords();
  const columns: readonly Column<TableRow>[] = useColumns(widget, meta, onSort !== undefined);
  return (
    <DataTable<TableRow>
      id={`board_${widget.id.replaceAll('/', '_')}`}
      caption={t('table_of', { title: words.title(widget) })}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      density="compact"
      sort={sort}
      {...(onSort && { onSort })}
      {...rest}
    />
  );
}
