import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { captionOf, chartWordsOf } from '#analytics/contract/prepare/chart-words.ts';
import { daysOf } from '#analytics/contract/prepare/days-of.ts';
import { bucketOf, type ChartOf, type ChartWords } from '#analytics/contract/prepare/time-charts.ts';
import type { BoardMeta } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import type { PictureFormat } from '#platform/web/charts/picture-formats.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useTranslate } from '#platform/web/i18n/use-translate.ts';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { useBoard } from '../board/board-state.tsx';
import { useWidget } from '../board/use-widget.ts';
import type { CardProps } from '../shapes/shape.ts';
import { useConfiguredColors } from '../use-colors.ts';
import { useMarks } from '../use-marks.ts';
import { useWords } from '../words.ts';
import styles from './cards.module.css';
import { RowsTable } from './rows-table.tsx';
import { WidgetFrame } from './widget-frame.tsx';

const NAMESPACES = ['board'];
const HEIGHT = { wide: 320, half: 260 } as const;

/** Counts over time. A click narrows the page to that time; the rows are in the table. */
export function TimeCard({ widget, wide, chartOf }: CardProps & { chartOf: ChartOf }) {
  const data = useWidget(widget);
  const words = useWords();
  const { board, provisional, zoom, selection, given } = useBoard();
  const all = board.dataset.measures;
  const caption = useCaption(widget, data.meta, data.rows[0] && bucketOf(data.rows[0]));
  const chartWords = useChartWords(widget, data.meta);
  const colors = useConfiguredColors();
  const height = wide ? HEIGHT.wide : HEIGHT.half;
  // Marks stand at days, so only bars of days can carry them.
  const byDay = !given && (widget.grain ?? 'date') === 'date' && widget.chart === 'stacked';
  const marks = useMarks(selection.pkg.package_name, byDay ? data.meta : undefined);
  const model = useMemo(() => {
    if (!data.meta) return undefined;
    const context = { all, meta: data.meta, provisional, words: chartWords };
    const chart = chartOf(data.rows, widget, context);
    return marks.length > 0 ? { ...chart, marks } : chart;
  }, [data.rows, data.meta, widget, chartOf, all, provisional, chartWords, marks]);
  const state = data.state === 'ready' && !colors.ready ? 'loading' : data.state;

  const picture = usePicture(model, words.title(widget), caption);

  return (
    <WidgetFrame
      widget={widget}
      data={{ ...data, state }}
      caption={caption}
      height={height}
      wide={wide}
      picture={picture}
      table={data.meta ? <RowsTable widget={widget} rows={data.rows} meta={data.meta} maxHeight={height - 50} /> : null}
    >
      {model && (
        <div className={styles.plot}>
          <Chart
            model={model}
            label={`${words.title(widget)}, ${caption}`}
            height={height - 12}
            onPick={(bucket) => zoom(daysOf(bucket, widget, selection.range))}
          />
        </div>
      )}
    </WidgetFrame>
  );
}

/** The chart for a mail or a slide, where package, days and filters have to be said. */
function usePicture(model: ChartModel | undefined, title: string, caption: string) {
  const { t } = useTranslation(['ui', 'board']);
  const { selection, where } = useBoard();
  const words = useWords();
  const format = useFormat();
  if (!model) return undefined;
  const { pkg, range } = selection;
  const filters = DIMENSION_NAMES.flatMap((name) =>
    (where[name] ?? []).map((value) => `${words.dimension(name)}: ${words.value(name, value)}`),
  );
  const said = [pkg.package_title, `${format.day(range.from)} – ${format.day(range.to)}`, caption, ...filters];
  return async (form: PictureFormat) => {
    const { chartPicture } = await import('#platform/web/charts/chart-picture.ts');
    return chartPicture(model, form, {
      title,
      caption: [
        ...said,
        t('board:picture_made', { when: format.dateTime(new Date().toISOString(), pkg.time_zone) }),
      ].join(' · '),
      format,
      words: { open: t('ui:incomplete'), more: (count) => t('ui:earlier_marks', { n: format.number(count) }) },
    });
  };
}

/** Known before the numbers are. */
function useCaption(widget: Widget<string>, meta: BoardMeta | undefined, firstBucket?: string): string {
  const t = useTranslate(NAMESPACES);
  const format = useFormat();
  const { board, provisional, selection } = useBoard();
  const { from, to } = meta ?? selection.range;
  const { time_zone: timeZone } = meta ?? selection.pkg;
  return captionOf(widget, { from, to, timeZone, provisional, firstBucket }, { t, format, dataset: board.dataset });
}

function useChartWords(widget: Widget<string>, meta: BoardMeta | undefined): ChartWords {
  const t = useTranslate(NAMESPACES);
  const words = useWords();
  const format = useFormat();
  const { board } = useBoard();
  const previous = meta?.previous;
  return useMemo(
    () => chartWordsOf(widget, previous, { t, format, words, dataset: board.dataset }),
    [words, widget, board, t, format, previous],
  );
}
