import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { PAGE_SIZES } from '#platform/contract/paging.ts';

const TYPING_MS = 300;

export interface ListState {
  page: number;
  limit: number;
  search: string;
  /** What is asked of the server: the search once typing has paused. */
  asked: { page: number; limit: number; search?: string };
  setPage: (page: number) => void;
  setLimit: (limit: number) => void;
  setSearch: (search: string) => void;
}

/**
 * Page, page size (10 at first, CONST-GAP-01) and search of a list the server pages. A new search begins at page one.
 * `searched`: what is searched for at first.
 */
export function useListState(searched = ''): ListState {
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState<number>(PAGE_SIZES[0]);
  const [search, setSearch] = useState(searched);
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  return {
    page,
    limit,
    search,
    asked: { page, limit, ...(wanted ? { search: wanted } : {}) },
    setPage,
    setLimit: (next) => {
      setLimit(next);
      setPage(1);
    },
    setSearch: (next) => {
      setSearch(next);
      setPage(1);
    },
  };
}
