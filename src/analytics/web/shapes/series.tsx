import { RowsCard } from '../cards/rows-card.tsx';
import { TimeCard } from '../cards/time-card.tsx';
import { seriesChart } from '../prepare/time-charts.ts';
import type { CardProps, WebShape } from './shape.ts';

function SeriesCard(props: CardProps) {
  return <TimeCard {...props} chartOf={seriesChart} />;
}

export const series: WebShape = {
  leads: ({ grain, chart, standing }) => grain === 'date' && chart === 'stacked' && !standing,
  Card: SeriesCard,
  Rows: RowsCard,
};
