import { barsCard } from '../paper/bars-card.ts';
import { ownOrder } from '../passes/apply-order.ts';
import { firstRows } from '../passes/apply-paging.ts';
import type { ServerShape } from './shape.ts';

export const breakdown: ServerShape = {
  passes: [ownOrder, firstRows],
  rowPasses: [],
  answer: ({ rows }) => ({ data: rows }),
  paper: barsCard,
};
