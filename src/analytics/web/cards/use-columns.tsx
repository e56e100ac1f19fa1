import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { canCompare } from '#analytics/contract/answers.ts';
import type { Drillable } from '#analytics/contract/drill.ts';
import { comparedIn, rateIn } from '#analytics/contract/measure.ts';
import { isHidden, riskBesideRate } from '#analytics/contract/prepare/columns.ts';
import { changeOf, leadingOf } from '#analytics/contract/prepare/parts.ts';
import { type BoardMeta, columnsIn, numberIn, type Row } from '#analytics/contract/rows.ts';
import { SORT_KEYS, type SortKey, type Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { useBoard } from '../board/board-state.tsx';
import { useWords } from '../words.ts';
import { measureColumn } from './measure-column.tsx';
import type { TableRow } from './rows-table.tsx';
import { ValueButton } from './value-button.tsx';

const isSortKey = (field: string): field is SortKey => SORT_KEYS.some((key) => key === field);

/** `byServer`: only what the server can sort by is sortable. */
export function useColumns(widget: Widget<string>, meta: BoardMeta, byServer: boolean): readonly Column<TableRow>[] {
  const { t } = useTranslation('board');
  const { board, eventsOf, selection } = useBoard();
  const { currency } = selection.pkg;
  const all = board.dataset.measures;
  const words = useWords();
  const format = useFormat();
  return useMemo(() => {
    const hrefOf = (drilled: Drillable) => (row: Row) => eventsOf(widget, row, drilled);

    const nameColumn = (field: string): Partial<Column<TableRow>> => {
      if (field === 'name' && widget.by) {
        const by = widget.by;
        return {
          header: words.dimension(by),
          kind: 'text',
          // Beside the publisher it lies under, what names the row is two names.
          ...(widget.underPublisher ? { narrow: { place: 1, width: 96 } } : {}),
          value: (row) => words.value(by, row.key),
          render: (row) => <ValueButton dimension={by} value={row.key} />,
        };
      }
      if (field === 'publisher')
        return {
          header: words.dimension('publisher'),
          kind: 'text',
          render: (row) => <ValueButton dimension="publisher" value={row.publisher ?? ''} />,
        };
      // Days and months stay as they are written in files: YYYY-MM-DD, YYYY-MM (CONST-09).
      const text = (row: Row): string => String(row[field] ?? '');
      return {
        header: t(`grain_${field}`),
        kind: 'text',
        width: 130,
        render: (row) => {
          const href = eventsOf(widget, row);
          return href ? <Link to={href}>{text(row)}</Link> : text(row);
        },
      };
    };

    const column = (field: string): Column<TableRow> => {
      const base: Column<TableRow> = { id: field, header: field, kind: 'text' };
      if (byServer && !isSortKey(field)) base.sortable = false;
      if (!all[field]) return { ...base, ...nameColumn(field) };
      const drawn = measureColumn(field, all, { t, format, hrefOf, currency });
      // Each day holds those before it: their sum would count them again.
      if (widget.cumulative) delete drawn.total;
      return {
        ...base,
        header: words.measure(field, all, widget),
        definition: words.measureMeaning(field, all, widget),
        hidden: isHidden(field, widget),
        ...drawn,
      };
    };

    const columns = riskBesideRate(
      columnsIn<string>(all, widget).map(({ field }) => column(field)),
      rateIn(all),
    );
    const leading = leadingOf(widget);
    if (!meta.previous || !canCompare(widget) || !comparedIn(all).includes(leading)) return columns;
    const { from, to, until } = meta.previous;
    const changeOfRow = (row: Row): number | null =>
      row.previous ? changeOf(numberIn(row, leading) ?? 0, row.previous[leading] ?? 0) : null;
    const change: Column<TableRow> = {
      id: 'change',
      header: t('change'),
      definition: t(until === undefined ? 'change_against' : 'change_so_far', {
        measure: words.measure(leading, all, widget),
        from: format.day(from),
        to: format.day(to),
        time: until,
      }),
      kind: 'number',
      sortable: !byServer,
      value: changeOfRow,
      render: (row) => {
        const by = changeOfRow(row);
        return by === null ? t('new_here') : format.change(by);
      },
    };
    return [...columns, change];
  }, [widget, all, meta, byServer, eventsOf, words, format, t, currency]);
}
