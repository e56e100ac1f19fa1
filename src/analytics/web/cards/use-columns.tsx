import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { canCompare } from '#analytics/contract/answers.ts';
import { MEASURES, type MeasureName } from '#analytics/contract/measures.ts';
import { type BoardMeta, type BoardRow, columnsOf } from '#analytics/contract/rows.ts';
import { SORT_KEYS, type SortKey, type Widget } from '#analytics/contract/widget.ts';
import { NOTHING, useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useBoard } from '../board/board-state.tsx';
import { leadingOf } from '../prepare/bars.ts';
import { amountText, moneyOf } from '../prepare/figures.ts';
import { changeOf, rateOf } from '../prepare/parts.ts';
import { useWords } from '../words.ts';
import { RateCell } from './rate-cell.tsx';
import type { TableRow } from './rows-table.tsx';
import { ValueButton } from './value-button.tsx';

const isSortKey = (field: string): field is SortKey => SORT_KEYS.some((key) => key === field);

/** Columns a person may add; the rate shows its interval already. */
const HIDDEN: readonly string[] = ['clean_percentage', 'wilson_low', 'wilson_high', 'too_few'];
const COUNTS = ['total', 'clean', 'fraud', 'suspect'] as const;

const isMeasure = (field: string): field is MeasureName => field in MEASURES;

/** `byServer`: only what the server can sort by is sortable. */
export function useColumns(widget: Widget, meta: BoardMeta, byServer: boolean): readonly Column<TableRow>[] {
  const { t } = useTranslation('board');
  const { eventsOf } = useBoard();
  const words = useWords();
  const format = useFormat();
  return useMemo(() => {
    const countOf = (field: string) => COUNTS.find((name) => name === field);

    const measureColumn = (field: MeasureName): Partial<Column<TableRow>> => {
      const count = countOf(field);
      if (count) return { kind: 'number', href: (row) => eventsOf(widget, row, meta, count), width: 124 };
      if (field === 'fraud_percentage')
        return { kind: 'percent', width: 190, render: (row) => <RateCell rate={rateOf(row)} /> };
      if (field === 'cost_at_risk')
        return { kind: 'money', width: 130, value: (row) => moneyOf(row.cost_at_risk)[0]?.amount, render: moneyText };
      if (field === 'too_few') return { kind: 'text', width: 90, value: (row) => t(row.too_few ? 'yes' : 'no') };
      if (MEASURES[field].unit === 'percent')
        return { kind: 'percent', value: (row) => (typeof row[field] === 'number' ? row[field] / 100 : null) };
      return { kind: 'number' };
    };

    const moneyText = (row: BoardRow): string => {
      const amounts = moneyOf(row.cost_at_risk);
      return amounts.length === 0 ? NOTHING : amounts.map((one) => amountText(one, format)).join(' + ');
    };

    const nameColumn = (field: keyof BoardRow): Partial<Column<TableRow>> => {
      if (field === 'name' && widget.by) {
        const by = widget.by;
        return {
          header: words.dimension(by),
          kind: 'text',
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
      const text = (row: BoardRow): string => String(row[field] ?? '');
      return {
        header: t(`grain_${field}`),
        kind: 'text',
        width: 130,
        render: (row) => {
          const href = eventsOf(widget, row, meta);
          return href ? <Link to={href}>{text(row)}</Link> : text(row);
        },
      };
    };

    const column = (field: keyof BoardRow): Column<TableRow> => {
      const base: Column<TableRow> = { id: field, header: field, kind: 'text' };
      if (byServer && !isSortKey(field)) base.sortable = false;
      if (!isMeasure(field)) return { ...base, ...nameColumn(field) };
      return {
        ...base,
        header: words.measure(field),
        definition: words.measureMeaning(field),
        hidden: HIDDEN.includes(field),
        ...measureColumn(field),
      };
    };

    const columns = columnsOf(widget).map(({ field }) => column(field));
    if (!meta.previous || !canCompare(widget)) return columns;
    const leading = leadingOf(widget.measures);
    const change: Column<TableRow> = {
      id: 'change',
      header: t('change'),
      definition: t('change_against', {
        measure: words.measure(leading),
        from: format.day(meta.previous.from),
        to: format.day(meta.previous.to),
      }),
      kind: 'number',
      sortable: !byServer,
      value: (row) => (row.previous ? changeOf(row[leading], row.previous[leading]) : null),
      render: (row) => {
        const by = row.previous ? changeOf(row[leading], row.previous[leading]) : null;
        return by === null ? t('new_here') : format.change(by);
      },
    };
    return [...columns, change];
  }, [widget, meta, byServer, eventsOf, words, format, t]);
}
