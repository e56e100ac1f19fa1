import type { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExploreAnswer, type ExploreRow, USUAL_ROWS } from '#domains/explore/contract/explore-endpoints.ts';
import type { Sort } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import type { Ask } from './ask.ts';
import { useExploreColumns } from './explore-columns.ts';

interface Props {
  ask: Ask;
  rows: readonly ExploreRow[];
  answer: ExploreAnswer | undefined;
  asked: Pick<ReturnType<typeof useQuery>, 'isPending' | 'isPlaceholderData' | 'error' | 'refetch'>;
  page: number;
  onPage: (page: number) => void;
  onSort: (sort: Sort) => void;
  maxHeight?: number | string;
}

/** The rows of an answer, page by page, ordered by the server. */
export function ExploreTable({ ask, rows, answer, asked, page, onPage, onSort, maxHeight = '60dvh' }: Props) {
  const { t } = useTranslation('explore');
  const columns = useExploreColumns(ask);
  const { by, measures, sort = measures[0] ?? 'total', order } = ask;
  const isKey = by.some((key) => key === sort);
  const totals = useMemo((): ExploreRow | undefined => answer?.totals ?? undefined, [answer]);
  return (
    <DataTable<ExploreRow>
      // Other keys make another table, with widths and columns of its own.
      key={by.join()}
      id={`explore ${by.join()}`}
      caption={t('rows')}
      columns={columns}
      rows={rows}
      rowKey={(row, at) => by.map((key) => row[key]).join('\n') || String(at)}
      {...(totals ? { totals } : {})}
      density="compact"
      maxHeight={maxHeight}
      sort={{ id: sort, desc: order === undefined ? !isKey : order === 'desc' }}
      onSort={onSort}
      loading={asked.isPending}
      stale={asked.isPlaceholderData}
      error={answer ? undefined : (asked.error ?? undefined)}
      onRetry={() => void asked.refetch()}
      {...(answer ? { total: answer.total } : {})}
      paging={{ page, pages: Math.max(1, Math.ceil((answer?.total ?? 0) / USUAL_ROWS)), onPage }}
      empty={ask.filters.length > 0 || ask.query !== '' ? { why: t('none_filtered') } : nothingHere()}
    />
  );
}
