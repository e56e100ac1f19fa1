import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_LIMIT } from '#analytics/contract/lookups.ts';
import { call, lastOf } from '#platform/web/api/call.ts';
import { currentUser } from '#platform/web/session/user.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { useBoard } from '../board/board-state.tsx';
import { knownValues, lookupOf, lookupType } from './lookup.ts';

export interface Values {
  all: readonly string[];
  /** Values there are on the server. */
  total: number;
  /** Searched and paged by the server. */
  long: boolean;
  loading: boolean;
  error: unknown;
  retry: () => void;
  /** Asks for the next page, if there is one. */
  more: () => void;
}

/** The values of a dimension that occur in the traffic of the range. */
export function useValues(name: DimensionName, typed: string): Values {
  const { board, selection } = useBoard();
  const lookup = lookupOf(board, name);
  const own = knownValues(name, currentUser());
  const type = lookupType(board);
  // A short list that turns out longer than one answer is searched by the server, too (CONST-06).
  const [cut, setCut] = useState(false);
  const long = lookup.long || cut;
  const search = long ? typed : '';
  const asked = {
    package_name: selection.pkg.package_name,
    fromDate: selection.range.from,
    toDate: selection.range.to,
    ...(type ? { dashboard_type: type } : {}),
    ...(lookup.type ? { type: lookup.type } : {}),
    ...(search === '' ? {} : { search }),
    limit: lookup.pageSize,
  };
  const pages = useInfiniteQuery({
    queryKey: ['REPORT_FILTERS', lookup.name, asked, lookup.endpoint.path],
    queryFn: ({ pageParam, signal }) =>
      call(lookup.endpoint, { params: { name: lookup.name }, query: { ...asked, page: pageParam } }, { signal }).catch(
        (error: unknown) => {
          if (!signal.aborted) console.error('There was an error!', error);
          throw error;
        },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) =>
      page < last.Total_pages && page * lookup.pageSize < LIST_LIMIT ? page + 1 : undefined,
    enabled: own === undefined,
    placeholderData: lastOf(asked.package_name),
  });
  const total = pages.data?.pages[0]?.total ?? 0;
  if (!long && total > lookup.pageSize) setCut(true);
  if (own) {
    return { all: own, total: own.length, long: false, loading: false, error: null, retry: noop, more: noop };
  }
  return {
    all: joinedPages(pages.data?.pages ?? []),
    total,
    long,
    loading: pages.isPending,
    error: pages.error,
    retry: () => void pages.refetch(),
    more: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
  };
}

/** Pages as one list: a page that goes on from one before is added, any other begins the list anew. */
export function joinedPages(pages: readonly { previous: boolean; data: readonly string[] }[]): readonly string[] {
  const begins = pages.findLastIndex(({ previous }) => !previous);
  return pages.slice(Math.max(0, begins)).flatMap(({ data }) => data);
}

const noop = (): void => undefined;
