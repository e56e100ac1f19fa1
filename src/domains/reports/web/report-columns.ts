import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { rateIn } from '#analytics/contract/measure.ts';
import { MEASURES } from '#analytics/contract/measures.ts';
import { riskBesideRate } from '#analytics/contract/prepare/columns.ts';
import { SORT_KEYS } from '#analytics/contract/widget.ts';
import { measureColumn } from '#analytics/web/cards/measure-column.tsx';
import { useWords } from '#analytics/web/words.ts';
import type { ReportRow } from '#domains/reports/contract/endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { useEventColumns } from '#traffic/explorer/web/event-columns.ts';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';

/** Columns of events in the chosen order; the time leads to the event and its reasons. */
export function useReportColumns(names: readonly string[]): Column<EventRow>[] {
  const { t } = useTranslation('reports');
  const { pkg, range } = useSelection();
  const href = useMemo(() => {
    const where = { package: pkg.package_name, from: range.from, to: range.to };
    return (row: EventRow) => `${EVENTS_PATH}?${new URLSearchParams({ ...where, event: row.row_id })}`;
  }, [pkg.package_name, range.from, range.to]);
  const all = useEventColumns('any', pkg.time_zone, href);
  const key = names.join(',');
  return useMemo(() => {
    const more: Column<EventRow>[] = [
      { id: 'row_id', header: t('column_row_id'), kind: 'text', width: 250, href },
      { id: 'hits', header: t('column_hits'), kind: 'text', width: 220, sortable: false },
    ];
    const known = new Map([...more, ...all].map((column) => [column.id, column]));
    return key
      .split(',')
      .flatMap((name) => known.get(name) ?? [])
      .map((column) => ({ ...column, hidden: false, sortable: false }));
  }, [all, key, href, t]);
}

const COUNTS = [
  'total',
  'clean',
  'suspect',
  'fraud',
  'fraud_percentage',
  'cost_at_risk',
  'cost_suspect',
  'spend',
  'filtered',
] as const;

/** Columns of publishers, sources or periods. */
export function useGroupColumns(rows: 'publishers' | 'sources' | 'periods', period: 'date' | 'week' | 'month') {
  const { t } = useTranslation('board');
  const words = useWords();
  const format = useFormat();
  const { pkg } = useSelection();
  const publisherHref = usePublisherHref();
  return useMemo((): Column<ReportRow>[] => {
    const names: Column<ReportRow>[] =
      rows === 'periods'
        ? [{ id: period, header: t(`grain_${period}`), kind: 'text', width: 130, sortable: false }]
        : [
            ...(rows === 'sources' ? [publisher('publisher')] : []),
            rows === 'sources'
              ? { id: 'name', header: words.dimension('sub_publisher'), kind: 'text', value: nameOf }
              : publisher('key'),
          ];
    const measures = [...COUNTS, ...(rows === 'periods' ? [] : (['unique_events'] as const))];
    return [
      ...names,
      ...riskBesideRate(
        measures.map((field): Column<ReportRow> => {
          const drawn = measureColumn(field, MEASURES, {
            t,
            format,
            hrefOf: () => () => undefined,
            currency: pkg.currency,
          });
          return {
            id: field,
            header: words.measure(field),
            definition: words.measureMeaning(field),
            kind: 'number',
            ...(drawn as Partial<Column<ReportRow>>),
            sortable: rows !== 'periods' && SORT_KEYS.some((key) => key === field),
          };
        }),
        rateIn(MEASURES),
      ),
    ];

    function publisher(id: 'publisher' | 'key'): Column<ReportRow> {
      return {
        id: id === 'key' ? 'name' : id,
        header: words.dimension('publisher'),
        kind: 'text',
        value: (row) => words.value('publisher', String(row[id] ?? '')),
        href: (row) => (row[id] ? publisherHref(String(row[id])) : undefined),
      };
    }

    function nameOf(row: ReportRow): string {
      return words.value('sub_publisher', String(row['key'] ?? ''));
    }
  }, [rows, period, t, words, format, pkg.currency, publisherHref]);
}
