import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallInput } from '#platform/contract/endpoint.ts';
import { call, lastOf } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { EVENT_LISTS } from '#traffic/judge/web/refresh-verdicts.ts';
import { type AddressFilter, sentFilters } from './event-address.ts';

export type EventSort = 'newest' | 'oldest';
export type EventsQuestion = CallInput<typeof eventsEndpoints.download>['query'];

const PAGE = 100;

interface Asking {
  filters: readonly AddressFilter[];
  search: string;
  query: string;
}

/** What is asked of list and download alike. */
export function useEventsQuestion({ filters, search, query }: Asking): EventsQuestion {
  const { pkg, range } = useSelection();
  return useMemo(
    () => ({
      package_name: pkg.package_name,
      fromDate: range.from,
      toDate: range.to,
      ...(search ? { search } : {}),
      ...(query ? { query } : {}),
      ...sentFilters(filters),
    }),
    [pkg.package_name, range.from, range.to, search, query, filters],
  );
}

/** Events page after page; the total is the number a board showed for the same question. */
export function useEvents(question: EventsQuestion, sort: EventSort, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...EVENT_LISTS, question, sort],
    enabled,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(
        eventsEndpoints.list,
        { query: { ...question, sort, limit: PAGE, ...(pageParam ? { after: pageParam } : {}) } },
        { signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: lastOf(question.package_name),
  });
}
