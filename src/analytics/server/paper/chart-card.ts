import { captionOf, chartWordsOf } from '../../contract/prepare/chart-words.ts';
import { bucketOf, type ChartOf } from '../../contract/prepare/time-charts.ts';
import type { MakeCard } from './tools.ts';

/** Counts over time, as the card on the screen draws them. */
export const chartCard =
  (chartOf: ChartOf): MakeCard =>
  ({ widget, rows, meta, question }, { t, format, words, provisional }) => {
    const { dataset } = question.board;
    const [first] = rows;
    const shown = {
      from: meta.from,
      to: meta.to,
      timeZone: meta.time_zone,
      provisional,
      firstBucket: first && bucketOf(first),
    };
    return {
      kind: 'chart',
      title: words.title(widget),
      caption: captionOf(widget, shown, { t, format, dataset }),
      model: chartOf(rows, widget, {
        all: dataset.measures,
        meta,
        provisional,
        words: chartWordsOf(widget, meta.previous, { t, format, dataset, words }),
      }),
      open: t('ui:incomplete'),
    };
  };
