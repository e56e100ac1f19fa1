import type { DateRange } from '#platform/contract/date-range.ts';
import type { Format } from '#platform/contract/format.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Dataset } from '../datasets.ts';
import type { BoardMeta } from '../rows.ts';
import type { Widget } from '../widget.ts';
import type { Words } from '../words.ts';
import { type ChartWords, cutAtStart } from './time-charts.ts';

interface Tools {
  t: Translate;
  format: Format;
  dataset: Pick<Dataset, 'id' | 'measures'>;
}

/** Names of what a chart over time draws. */
export const chartWordsOf = (
  widget: Widget<string>,
  previous: BoardMeta['previous'],
  { t, format, dataset, words }: Tools & { words: Pick<Words, 'measure' | 'row'> },
): ChartWords => ({
  measure: (name) => words.measure(name, dataset.measures),
  row: (row) => words.row(widget, row),
  other: t('board:other'),
  previous: previous
    ? t('board:previous_days', { from: format.shortDay(previous.from), to: format.shortDay(previous.to) })
    : '',
});

interface Shown extends DateRange {
  timeZone: string;
  /** First day that can still change. */
  provisional: string;
  firstBucket: string | undefined;
}

/** Unit, time zone, and whether the last bucket is still filling. */
export function captionOf(
  { grain = 'date', chart }: Pick<Widget<string>, 'grain' | 'chart'>,
  { from, to, timeZone, provisional, firstBucket }: Shown,
  { t, format, dataset }: Tools,
): string {
  const unit = t(`board:per_${grain}`, { noun: t(`board:noun_${dataset.id}`) });
  const cut = grain !== 'date' && cutAtStart(firstBucket, from);
  const open = to >= provisional || cut;
  const note = chart === 'stacked' ? t('board:hatched') : t('board:open_from', { day: format.shortDay(provisional) });
  return `${unit} · ${timeZone}${open ? ` · ${note}` : ''}`;
}
