import type { Row } from './column.ts';
import type { DataTableProps } from './data-table.tsx';

/** A query whose answer is a list, or one page of it. */
export interface ListQuery<R extends Row> {
  data: { data: readonly R[]; Total_pages?: number; total?: number } | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What a table shows of a list, in whichever state that is; without `turning` it is the whole list. */
export function pageOfList<R extends Row>(
  list: ListQuery<R>,
  turning?: { page: number; onPage: (page: number) => void },
) {
  return {
    rows: list.data?.data ?? [],
    loading: list.isPending,
    stale: list.isPlaceholderData,
    error: list.isError ? list.error : undefined,
    onRetry: () => void list.refetch(),
    ...(list.data?.total === undefined ? {} : { total: list.data.total }),
    ...(turning && { paging: { ...turning, pages: list.data?.Total_pages ?? 1 } }),
  } satisfies Partial<DataTableProps<R>>;
}
