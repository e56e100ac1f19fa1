import { seriesChart } from '../../contract/prepare/time-charts.ts';
import { chartCard } from '../paper/chart-card.ts';
import { cumulate } from '../passes/cumulate.ts';
import { fillGaps } from '../passes/fill-gaps.ts';
import { foldGrain } from '../passes/fold-grain.ts';
import type { ServerShape } from './shape.ts';

export const series: ServerShape = {
  passes: [],
  rowPasses: [fillGaps, foldGrain, cumulate],
  answer: ({ rows }) => ({ data: rows }),
  paper: chartCard(seriesChart),
};
