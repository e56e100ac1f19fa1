import { useState } from 'react';
import type { Sort } from '#platform/web/table/column.ts';
import { SOURCE_SORTS, type SourceSort } from '#traffic/sources/contract/decision-endpoints.ts';

interface SourceOrder {
  /** What is asked of the server; nothing until a column was chosen: new ones first, then most money at risk. */
  asked: { sort?: SourceSort; order?: 'asc' | 'desc' };
  sorting: { sort: Sort | undefined; onSort: (sort: Sort) => void };
}

/** The order of the worklist over all its pages. */
export function useSourceOrder(onChange?: () => void): SourceOrder {
  const [sort, setSort] = useState<Sort>();
  const by = SOURCE_SORTS.find((name) => name === sort?.id);
  return {
    asked: by ? { sort: by, order: sort?.desc ? 'desc' : 'asc' } : {},
    sorting: {
      sort,
      onSort: (next) => {
        setSort(next);
        onChange?.();
      },
    },
  };
}
