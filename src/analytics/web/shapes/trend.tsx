import { trendChart } from '#analytics/contract/prepare/time-charts.ts';
import { RowsCard } from '../cards/rows-card.tsx';
import { TimeCard } from '../cards/time-card.tsx';
import type { CardProps, WebShape } from './shape.ts';

function TrendCard(props: CardProps) {
  return <TimeCard {...props} chartOf={trendChart} />;
}

export const trend: WebShape = { Card: TrendCard, Rows: RowsCard };
