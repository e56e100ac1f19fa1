import { totalPages } from '#platform/contract/paging.ts';
import { tableCard } from '../paper/table-card.ts';
import { askedOrder } from '../passes/apply-order.ts';
import { askedPage } from '../passes/apply-paging.ts';
import type { ServerShape } from './shape.ts';

/** Rows of one page where neither the caller nor the widget says how many. */
const USUAL_PAGE = 10;

export const table: ServerShape = {
  passes: [askedOrder, askedPage],
  rowPasses: [],
  answer: ({ rows, total }, { widget, filters }) => ({
    data: rows,
    Total_pages: totalPages(total, filters.limit ?? widget.limit ?? USUAL_PAGE),
    total,
  }),
  paper: tableCard,
};
