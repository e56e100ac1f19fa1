import { trendChart } from '../../contract/prepare/time-charts.ts';
import { chartCard } from '../paper/chart-card.ts';
import { ownOrder } from '../passes/apply-order.ts';
import { cumulate } from '../passes/cumulate.ts';
import { fillGaps } from '../passes/fill-gaps.ts';
import { foldGrain } from '../passes/fold-grain.ts';
import type { Pass } from '../query.ts';
import type { ServerShape } from './shape.ts';

/**
 * The names that lead. A closed list (reasons) needs no choice
 * of names, and the choice is a second reading of the rows.
 */
const leadingNames: Pass = (query, { widget }) => (widget.limit ? { ...query, topNames: widget.limit } : query);

export const trend: ServerShape = {
  passes: [ownOrder, leadingNames],
  rowPasses: [fillGaps, foldGrain, cumulate],
  answer: ({ rows }) => ({ data: rows }),
  paper: chartCard(trendChart),
};
