import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { widgetEndpoint } from '#analytics/contract/endpoints.ts';
import type { BoardQueryInput } from '#analytics/contract/filters.ts';
import {
  type BoardAnswer,
  type BoardMeta,
  numberIn,
  type Row,
  rowsOf,
  type TableAnswer,
} from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { call, query } from '#platform/web/api/call.ts';
import type { CardState } from '#platform/web/ui/card-frame.tsx';
import { useBoard } from './board-state.tsx';

export interface WidgetData {
  state: CardState;
  error: unknown;
  retry: () => void;
  rows: readonly Row[];
  meta: BoardMeta | undefined;
  /** Tables: pages and rows on the server. */
  pages: number;
  total: number | undefined;
}

/** Pure, so that what a card shows in which situation is one table. */
export function cardState(asked: {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isPlaceholder: boolean;
  empty: boolean;
}): CardState {
  if (asked.isPending) return 'loading';
  // Retrying shows that something happens instead of the same old error.
  if (asked.isError) return asked.isFetching ? 'loading' : 'error';
  if (asked.empty) return asked.isPlaceholder ? 'loading' : 'empty';
  return asked.isPlaceholder ? 'stale' : 'ready';
}

const isTable = (answer: BoardAnswer): answer is TableAnswer => 'Total_pages' in answer;
const NO_ROWS: readonly Row[] = [];
export const hasEvents = (row: Row): boolean => (numberIn(row, 'total') ?? 0) > 0;

/** Asks for one widget, alone: its loading, its failure and its emptiness are nobody else's. */
export function useWidget(widget: Widget<string>, more: BoardQueryInput = {}, enabled = true): WidgetData {
  const { board, page, parameters, given } = useBoard();
  const endpoint = widgetEndpoint(board, widget, page.calls);
  const input = { query: { ...parameters, ...more } };
  const asked = useQuery({
    ...query(endpoint, input),
    // Data and failures are kept under the id of the dashboard (CONST-02, CONST-03).
    queryKey: [board.fileId, widget.id, input, endpoint.path],
    queryFn: ({ signal }): Promise<BoardAnswer> => call(endpoint, input, { signal }),
    enabled: enabled && !given,
    ...(given?.[widget.id] ? { initialData: given[widget.id] } : {}),
  });
  const answer = asked.data;
  const table = answer && isTable(answer) ? answer : undefined;
  const rows = useMemo(() => (answer ? rowsOf(answer) : NO_ROWS), [answer]);
  return {
    state: cardState({
      isPending: asked.isPending,
      isError: asked.isError,
      isFetching: asked.isFetching,
      isPlaceholder: asked.isPlaceholderData,
      empty: !rows.some(hasEvents),
    }),
    error: asked.error,
    retry: () => void asked.refetch(),
    rows,
    meta: answer?.meta,
    pages: table?.Total_pages ?? 1,
    total: table?.total,
  };
}
