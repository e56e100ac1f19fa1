import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import type { Pass } from '../compile.ts';

/** Breakdowns and trends hold their first names; tables go by pages. */
export const applyPaging: Pass = (query, { widget, filters }) => {
  // A closed list (reasons) needs no choice of names, and the choice is a second reading of the rows.
  if (widget.shape === 'trend') return widget.limit ? { ...query, topNames: widget.limit } : query;
  if (widget.shape !== 'breakdown' && widget.shape !== 'table') return query;
  const limit = filters.limit ?? widget.limit ?? MAX_PAGE_SIZE;
  return { ...query, page: { limit, offset: widget.shape === 'table' ? (filters.page - 1) * limit : 0 } };
};
