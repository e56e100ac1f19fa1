import { Pagination } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { type Column, isNumeric, type Row, type Sort, sortedBy, widthOf } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { PICK_WIDTH, type Picking } from './picking.tsx';
import styles from './table.module.css';
import { TableBody } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { hasTotals, TotalsRow } from './totals-row.tsx';
import { useArranged } from './use-arranged.ts';
import { useBeside } from './use-beside.ts';
import { type Density, ROW_HEIGHT, useDensity } from './use-density.ts';
import { type ShownColumns, useShownColumns } from './use-shown-columns.ts';

export interface DataTableProps<R extends Row> {
  /** Names the table in what the browser remembers. */
  id: string;
  /** What the table shows, for those who do not see it. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R, index: number) => string;
  /** Totals over all pages, counted by the server; without them the rows at hand are added up. */
  totals?: R | undefined;
  /** Until the reader has chosen one for all tables. */
  density?: Density;
  /** Height of the scrolling part; grows with its rows up to here. */
  maxHeight?: number | string;
  /** Given: the server sorts. Left out: the rows at hand are sorted here. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  selected?: string;
  /** Enter or one click on the row. */
  onOpen?: (row: R) => void;
  /** Given: rows have a box to tick, and the head one for all of them. */
  picking?: Picking | undefined;
  loading?: boolean;
  /** Old rows shown while newer ones are on their way. */
  stale?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Why there is nothing, and the one thing to do. */
  empty?: { why?: ReactNode; action?: ReactNode };
  /** Pages of the server. */
  paging?: { page: number; pages: number; onPage: (page: number) => void };
  /** Endless list: called near the end while there is more. */
  more?: { hasMore: boolean; loading: boolean; onMore: () => void };
  /** Rows there are in all, said beside those shown. */
  total?: number;
  tools?: ReactNode;
  /** A field that narrows the rows; stays where nothing is found. */
  search?: ReactNode;
}

/** As given when the server sorts; else by the column the reader chose. */
function useSortedRows<R extends Row>(columns: readonly Column<R>[], rows: readonly R[], server: boolean) {
  const [local, setLocal] = useState<Sort>();
  const column = server || !local ? undefined : columns.find(({ id }) => id === local.id);
  const sorted = useMemo(
    () => (column ? sortedBy(column, rows, local?.desc ?? false) : rows),
    [column, rows, local?.desc],
  );
  return { sorted, local, setLocal };
}

function Pages({ page, pages, onPage }: NonNullable<DataTableProps<Row>['paging']>) {
  const { t } = useTranslation('ui');
  return (
    <Pagination
      className={styles.paging ?? ''}
      size="sm"
      value={page}
      total={pages}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': t(`page_${control}`) })}
      getItemProps={(number) => ({ 'aria-label': t('page_number', { page: number }) })}
    />
  );
}

type ToplineProps<R extends Row> = Pick<DataTableProps<R>, 'columns' | 'rows' | 'total' | 'tools' | 'search'> & {
  choice: ShownColumns<R>;
  density: Density;
  onDensity: (density: Density) => void;
};

/** One line above a table: what narrows it, how much there is, and what can be chosen. */
function Topline<R extends Row>(props: ToplineProps<R>) {
  const { columns, rows, total, tools, search, choice, density, onDensity } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const isPart = total !== undefined && total > rows.length;
  return (
    <div className={styles.topline} data-part={isPart || undefined}>
      {search}
      <span className={styles.count}>
        {isPart
          ? t('rows_of', { shown: format.number(rows.length), total: format.number(total) })
          : t('rows', { count: rows.length, shown: format.number(rows.length) })}
      </span>
      <span className={styles.tools}>
        {tools}
        <ColumnChooser columns={columns} choice={choice} density={density} onDensity={onDensity} />
      </span>
    </div>
  );
}

/** Dense, sortable, virtual. States, paging and columns come as props; there is no second table in the product. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const { id, columns, rows, totals, maxHeight = 480, loading = false, paging, more, total } = props;
  const format = useFormat();
  const height = typeof maxHeight === 'number' ? `${maxHeight}px` : maxHeight;
  // State, not a ref: the body below needs to know when the scrolling element is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const beside = useBeside(scroller);
  const choice = useShownColumns(id, columns);
  const shown = useArranged(choice.shown);
  const { density, setDensity } = useDensity(props.density);
  const { sorted, local, setLocal } = useSortedRows(columns, rows, props.onSort !== undefined);
  const sort = props.onSort ? props.sort : local;

  const sortBy = (columnId: string): void => {
    const column = columns.find((c) => c.id === columnId);
    const desc = sort?.id === columnId ? !sort.desc : column !== undefined && isNumeric(column.kind);
    (props.onSort ?? setLocal)({ id: columnId, desc });
  };

  if (props.error) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  if (loading && rows.length === 0)
    return (
      <TableSkeleton
        columns={shown}
        rowHeight={ROW_HEIGHT[density]}
        label={props.caption}
        fills={more ? height : undefined}
      />
    );
  const nothing = rows.length === 0 && <EmptyState {...props.empty} paged={paging !== undefined} />;
  if (nothing && !props.search) return nothing;

  return (
    <div className={styles.frame}>
      <Topline {...props} choice={choice} density={density} onDensity={setDensity} />
      {nothing || (
        <section
          ref={setScroller}
          className={styles.scroller}
          style={{ '--max-height': height }}
          aria-label={props.caption}
          data-stale={props.stale || undefined}
          data-beside={beside || undefined}
        >
          <table
            className={styles.table}
            data-table={props.id}
            data-density={density}
            data-picks={props.picking ? true : undefined}
            aria-rowcount={(total ?? rows.length) + 1}
            aria-busy={loading || props.stale || false}
            style={{ minWidth: shown.reduce((sum, column) => sum + widthOf(column), 0) }}
          >
            <caption className="visually-hidden">{props.caption}</caption>
            <colgroup>
              {props.picking && <col style={{ width: PICK_WIDTH }} />}
              {shown.map((column) => (
                <col key={column.id} style={{ width: widthOf(column) }} />
              ))}
            </colgroup>
            <TableHead columns={shown} sort={sort} onSort={sortBy} rows={rows.length} picking={props.picking} />
            <TableBody
              columns={shown}
              rows={sorted}
              rowKey={props.rowKey}
              rowHeight={ROW_HEIGHT[density]}
              scroller={scroller}
              format={format}
              selected={props.selected}
              onOpen={props.onOpen}
              picking={props.picking}
              onNearEnd={more?.hasMore && !more.loading ? more.onMore : undefined}
            />
            {hasTotals(shown, rows) && (
              <TotalsRow
                columns={shown}
                rows={rows}
                totals={totals}
                isPart={total !== undefined && total > rows.length}
                isPicked={props.picking !== undefined}
                format={format}
              />
            )}
          </table>
        </section>
      )}
      {paging && paging.pages > 1 && <Pages {...paging} />}
    </div>
  );
}
