import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import {
  type AddressFilter,
  EVENT_PARAMETER,
  type FilterChange,
  filtersOf,
  withEvent,
  withFilter,
  withoutFilters,
} from './event-address.ts';
import type { EventSort } from './use-events.ts';

export interface EventAddress {
  params: URLSearchParams;
  filters: AddressFilter[];
  search: string;
  /** A condition as JSON; '' for none. */
  query: string;
  sort: EventSort;
  /** The event whose drawer is open. */
  opened: string | null;
  setFilter: (change: FilterChange) => void;
  clear: () => void;
  setSearch: (wanted: string) => void;
  setQuery: (query: string) => void;
  setSort: (sort: EventSort) => void;
  /** One can go back from an event to the list; what only narrows the list leaves no step behind. */
  open: (id: string | null) => void;
  /** From one event to another beside it: Back still leads to the list. */
  step: (id: string) => void;
}

/** What a list of events asks for lies in the address, so that it can be sent to somebody. */
export function useEventAddress(): EventAddress {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are a new object with every render
  const filters = useMemo(() => filtersOf(params), [text]);
  // Drawn at once: of two choices in one breath the second would begin from what was shown before the first.
  const change = (next: URLSearchParams): void => setParams(next, { replace: true, flushSync: true });
  return {
    params,
    filters,
    // An address can be longer than a search may be.
    search: (params.get('search') ?? '').slice(0, longest(searchText)),
    query: params.get('query') ?? '',
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
    opened: params.get(EVENT_PARAMETER),
    setFilter: (filter) => change(withFilter(params, filter)),
    clear: () => change(withoutFilters(params)),
    setSearch: (wanted) => {
      // Comes when typing has paused: the address may have changed meanwhile.
      const next = new URLSearchParams(location.search);
      if (wanted === '') next.delete('search');
      else next.set('search', wanted);
      change(next);
    },
    setQuery: (query) => {
      const next = new URLSearchParams(params);
      if (query === '') next.delete('query');
      else next.set('query', query);
      change(next);
    },
    setSort: (sort) => {
      const next = new URLSearchParams(params);
      next.set('sort', sort);
      change(next);
    },
    open: (id) => setParams(withEvent(params, id)),
    step: (id) => change(withEvent(params, id)),
  };
}
