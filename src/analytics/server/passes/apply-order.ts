import type { Pass } from '../compile.ts';

/** The asked order for tables, the widget's own for everything else. */
export const applyOrder: Pass = (query, { widget, filters }) => {
  if (widget.shape === 'totals' || widget.shape === 'series') return query;
  const own = { by: widget.order ?? 'fraud', descending: true } as const;
  return { ...query, order: widget.shape === 'table' ? (filters.sort ?? own) : own };
};
