import type { Pass } from '../query.ts';

/**
 * Every series is asked by day and folded afterwards, so that
 * date, week and month of a page are one and the same query.
 */
export const resolveTimeGrain: Pass = (query, { widget }) => (widget.grain ? { ...query, byDay: true } : query);
