import { type Measures, rateIn } from '../../contract/measure.ts';
import { barsOf } from '../../contract/prepare/bars.ts';
import { leadingOf, tonesIn } from '../../contract/prepare/parts.ts';
import { slicesOf } from '../../contract/prepare/slices.ts';
import type { BarsCard } from './paper.ts';
import type { Answered, MakeCard, PaperTools } from './tools.ts';

/** Values of a dimension as bars, as the card on the screen shows them. */
export const barsCard: MakeCard = (answered, tools) => {
  const { widget, rows, question } = answered;
  const { t, format, words } = tools;
  const all = question.board.dataset.measures;
  const bars = barsOf(rows, widget, all);
  const ring = widget.chart === 'donut';
  const colourOf = ring ? tools.colourOf(rows.map(({ key }) => key)) : undefined;
  const share = bars.partName ?? rateIn(all, widget.measures);
  return {
    kind: 'bars',
    title: words.title(widget),
    caption: t(`board:noun_${question.board.dataset.id}`),
    tones: tonesIn(widget.measures).map((tone) => ({ tone, label: words.measure(tone) })),
    head: {
      value: words.measure(bars.leading, all, widget),
      share: share === undefined ? '' : words.measure(share, all, widget),
    },
    lines: bars.items.map((item) => ({
      name: words.row(widget, item.row),
      length: item.length,
      parts: item.parts,
      value: format.number(item.value),
      share: shareText(item, share !== undefined, tools),
      colour: colourOf?.(item.row.key),
    })),
    other: bars.other && {
      name: t('board:other_rows', { count: bars.other.rows, shown: bars.other.rows }),
      value: format.number(bars.other.value),
    },
    ring: colourOf && ringOf(answered, all, colourOf, tools),
  };
};

function shareText(
  { share, rate }: ReturnType<typeof barsOf>['items'][number],
  isRated: boolean,
  { t, format }: PaperTools,
): string {
  if (share !== undefined) return format.percent(share);
  if (!isRated) return '';
  return rate === null ? t('ui:too_few') : format.percent(rate.share);
}

function ringOf(
  { rows, widget }: Answered,
  all: Measures,
  colourOf: (value: string) => string,
  { format, words }: PaperTools,
): BarsCard['ring'] {
  const measure = leadingOf(widget);
  const { slices, total } = slicesOf(rows, measure);
  return {
    slices: slices.map(({ key, share }) => ({ share, colour: key === undefined ? 'category-other' : colourOf(key) })),
    value: format.compact(total),
    label: words.measure(measure, all, widget),
  };
}
