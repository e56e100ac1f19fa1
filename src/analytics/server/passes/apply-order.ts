import { appError } from '#platform/server/http/app-error.ts';
import type { Pass } from '../query.ts';
import { canOrder } from '../render-sql.ts';

/**
 * The widget's own order: its ranking where suspect events are a part of their own; answers in two parts are ordered
 * by count, as the specification prescribes (CONST-07).
 */
export const ownOrder: Pass = (query, { board, widget, filters }) => {
  const { ranked } = widget;
  if (ranked && filters.counts === 'parts') return { ...query, order: { by: ranked.by, descending: true }, ranked };
  const [leading] = widget.measures;
  const usual = board.dataset.measures['fraud'] ? 'fraud' : leading;
  return { ...query, order: { by: widget.order ?? usual, descending: true } };
};

/** The asked order, else the widget's own. @throws malformed for one the dataset has no order by */
export const askedOrder: Pass = (query, question) => {
  const { sort } = question.filters;
  if (!sort) return ownOrder(query, question);
  if (!canOrder(query, sort.by)) throw appError('malformed', { field: 'sort' });
  return { ...query, order: sort };
};
