import { seriesChart } from '#analytics/contract/prepare/time-charts.ts';
import { RowsCard } from '../cards/rows-card.tsx';
import { TimeCard } from '../cards/time-card.tsx';
import type { CardProps, WebShape } from './shape.ts';

function SeriesCard(props: CardProps) {
  return <TimeCard {...props} chartOf={seriesChart} />;
}

export const series: WebShape = {
  Card: SeriesCard,
  Rows: RowsCard,
};
