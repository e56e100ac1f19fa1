import { MAX_PAGE_SIZE } from '#platform/contract/paging.ts';
import type { Pass } from '../compile.ts';

/** Lines that can still be told apart in a trend over time. */
const TREND_NAMES = 20;

/** Breakdowns and trends hold their first names; tables go by pages. */
export const applyPaging: Pass = (query, { widget, filters }) => {
  if (widget.shape === 'trend') return { ...query, topNames: widget.limit ?? TREND_NAMES };
  if (widget.shape !== 'breakdown' && widget.shape !== 'table') return query;
  const limit = filters.limit ?? widget.limit ?? MAX_PAGE_SIZE;
  return { ...query, page: { limit, offset: widget.shape === 'table' ? (filters.page - 1) * limit : 0 } };
};
