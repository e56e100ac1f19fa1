import { useReducedMotion } from '@mantine/hooks';
import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { type ReadoutWords, readoutOf, readoutText } from '#platform/contract/charts/readout.ts';
import { useFormat } from '../i18n/format.ts';
import { isPressed } from '../keys/shortcuts.ts';
import styles from './charts.module.css';
import { movedBy } from './moved-by.ts';
import { type Drawing, useDrawing } from './use-drawing.ts';

interface Props {
  model: ChartModel;
  /** What the chart shows, in words: its accessible name. */
  label: string;
  height?: number;
  /** A click on a bar or point, or Enter on it: the category or bucket, and the series (none by keyboard). */
  onPick?: ((key: string, series: string) => void) | undefined;
}

const keysOf = (model: ChartModel): readonly string[] => (model.kind === 'time' ? model.buckets : model.categories);

const NONE: ReadonlySet<string> = new Set();

/** Names that a click in the legend has taken away. */
function switchedOff(event: unknown): ReadonlySet<string> {
  const selected = typeof event === 'object' && event !== null && 'selected' in event ? event.selected : undefined;
  const entries = typeof selected === 'object' && selected !== null ? Object.entries(selected) : [];
  return new Set(entries.filter(([, shown]) => shown === false).map(([name]) => name));
}

/**
 * Draws a model. The library comes after the frame is painted; size, theme, language and motion follow their sources.
 * For the keyboard it is a slider over its points: each is read out with its values, Enter does what a click does.
 */
export function Chart({ model, label, height = 280, onPick }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  const format = useFormat();
  const still = useReducedMotion();
  const { t } = useTranslation('ui');
  const words = useMemo(
    (): ReadoutWords => ({ open: t('incomplete'), more: (count) => t('earlier_marks', { n: format.number(count) }) }),
    [t, format],
  );
  const [point, setPoint] = useState<number>();
  const [off, setOff] = useState<ReadonlySet<string>>(NONE);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let drawn: EChartsType | undefined;
    let gone = false;
    // On paper the drawing is a picture that shrinks with the sheet: measured anew there, it would be of no height.
    const resize = new ResizeObserver(() => {
      if (!matchMedia('print').matches) drawn?.resize();
    });
    void import('./echarts-drawing.ts').then(({ init, draw }) => {
      if (gone) return;
      drawn = init(element, undefined, { renderer: 'canvas' });
      drawn.on('click', ({ name, seriesName }) => pick.current?.(name, seriesName ?? ''));
      drawn.on('legendselectchanged', (event) => setOff(switchedOff(event)));
      resize.observe(element);
      setDrawing({ chart: drawn, draw });
    });
    return () => {
      gone = true;
      resize.disconnect();
      drawn?.dispose();
      setDrawing(undefined);
    };
  }, []);

  useDrawing(drawing, model, { format, animate: !still, words, off });

  const keys = keysOf(model);
  const last = keys.length - 1;
  const at = point === undefined ? undefined : Math.min(point, last);
  const show = (next: number): void => {
    setPoint(next);
    drawing?.chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: next });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedBy(event, at, last);
    const key = at === undefined ? undefined : keys[at];
    if (next !== undefined && last >= 0) show(next);
    else if (isPressed(event, 'point_filter') && key !== undefined) onPick?.(key, '');
    else if (isPressed(event, 'close')) drawing?.chart.dispatchAction({ type: 'hideTip' });
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={host}
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? 0}
      aria-valuetext={keys.length === 0 ? t('no_data') : readoutText(readoutOf(model, at ?? 0, format), words)}
      onKeyDown={onKeyDown}
      onBlur={() => drawing?.chart.dispatchAction({ type: 'hideTip' })}
      data-picks={onPick !== undefined || undefined}
      data-chart
      style={{ '--chart-height': `${height}px` }}
    />
  );
}
