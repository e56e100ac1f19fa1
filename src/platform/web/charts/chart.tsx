import { useReducedMotion } from '@mantine/hooks';
import type { EChartsType } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { readTokens } from '../theme/palette.ts';
import { useShownColorScheme } from '../theme/use-shown-color-scheme.ts';
import { CHART_TOKENS, optionOf } from './chart-option.ts';
import type { ChartModel } from './model.ts';

interface Props {
  model: ChartModel;
  /** What the chart shows, in words: its accessible name. */
  label: string;
  height?: number;
  /** A click on a bar or point: the category or bucket, and the series. */
  onPick?: ((key: string, series: string) => void) | undefined;
}

/** Draws a model. The library comes after the frame is painted; size, theme, language and motion follow their sources. */
export function Chart({ model, label, height = 280, onPick }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType>();
  const format = useFormat();
  const scheme = useShownColorScheme();
  const still = useReducedMotion();
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let drawn: EChartsType | undefined;
    let gone = false;
    const resize = new ResizeObserver(() => drawn?.resize());
    void import('./echarts-parts.ts').then(({ init }) => {
      if (gone) return;
      drawn = init(element, undefined, { renderer: 'canvas' });
      drawn.on('click', ({ name, seriesName }) => pick.current?.(name, seriesName ?? ''));
      resize.observe(element);
      setChart(drawn);
    });
    return () => {
      gone = true;
      resize.disconnect();
      drawn?.dispose();
      setChart(undefined);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme is not read but decides what the tokens resolve to
  useEffect(() => {
    chart?.setOption(
      {
        ...optionOf(model, { colour: readTokens(CHART_TOKENS), format, animate: !still }),
        textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      },
      { notMerge: true },
    );
  }, [chart, model, format, scheme, still]);

  return (
    <div
      ref={host}
      role="img"
      aria-label={label}
      style={{ height, minWidth: 0, cursor: onPick ? 'pointer' : undefined }}
    />
  );
}
