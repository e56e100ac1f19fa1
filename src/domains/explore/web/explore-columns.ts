import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPLORE_MEASURES, factOfMedian } from '#analytics/contract/explore-measures.ts';
import { isPart } from '#analytics/contract/measure.ts';
import { measureColumn } from '#analytics/web/cards/measure-column.tsx';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import type { Ask } from './ask.ts';
import { type CellHref, useCellHref } from './use-cell-href.ts';
import { useExploreWords } from './use-words.ts';

/** How a measure stands in a column, whatever its row is called. */
export function useMeasureColumn(hrefOf: CellHref) {
  const { t } = useTranslation('board');
  const words = useExploreWords();
  const format = useFormat();
  const { pkg } = useSelection();
  return useMemo(
    () =>
      (name: string): Column<ExploreRow> => {
        const measure = EXPLORE_MEASURES[name];
        // On a phone the columns stand as they were chosen.
        const { narrow: _place, ...drawn } = measureColumn(name, EXPLORE_MEASURES, {
          t,
          format,
          currency: pkg.currency,
          hrefOf: (drilled) => (row) => hrefOf(row as ExploreRow, drilled),
        }) as Partial<Column<ExploreRow>>;
        const unit = words.unit(name);
        return {
          id: name,
          header: words.measure(name),
          definition: words.measureMeaning(name),
          kind: 'number',
          // Persons and middles of all rows are counted anew by the server; those of the rows say nothing about them.
          total: (given) => {
            const value = given.length === 1 ? given[0]?.[name] : undefined;
            return typeof value === 'number' ? format.number(value) : '';
          },
          ...drawn,
          ...(factOfMedian(name) === undefined ? {} : { width: 190 }),
          ...(unit === undefined ? {} : { unit }),
          sortable: measure !== undefined && !isPart(measure),
        };
      },
    [t, words, format, pkg.currency, hrefOf],
  );
}

/** Columns of an answer: keys, then measures, each count beside the one of the period before. */
export function useExploreColumns(ask: Ask): Column<ExploreRow>[] {
  const { t } = useTranslation('explore');
  const words = useExploreWords();
  const hrefOf = useCellHref(ask);
  const measureOf = useMeasureColumn(hrefOf);
  return useMemo(() => {
    const keyColumn = (key: KeyName, at: number): Column<ExploreRow> => ({
      id: key,
      header: words.key(key),
      definition: words.keyMeaning(key),
      kind: 'text',
      width: 190,
      value: (row) => words.value(key, String(row[key] ?? '')),
      ...(at > 0 ? { narrow: { place: 1, width: 104 } } : {}),
    });
    return [
      ...ask.by.map(keyColumn),
      ...ask.measures.flatMap((name) => {
        const column = measureOf(name);
        if (ask.compare === 'none' || !COMPARED_UNITS.has(EXPLORE_MEASURES[name]?.unit ?? '')) return column;
        const isShare = EXPLORE_MEASURES[name]?.unit === 'percent';
        const before: Column<ExploreRow> = {
          id: `previous_${name}`,
          header: t('before', { measure: column.header }),
          kind: isShare ? 'percent' : 'number',
          sortable: false,
          value: ({ previous }) => {
            const value = previous?.[name];
            return value === undefined ? undefined : isShare ? value / 100 : value;
          },
        };
        return [column, before];
      }),
    ];
  }, [ask, t, words, measureOf]);
}

const COMPARED_UNITS: ReadonlySet<string> = new Set(['events', 'percent']);
