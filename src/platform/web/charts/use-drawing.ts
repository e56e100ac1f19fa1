import type { EChartsType } from 'echarts/core';
import { useEffect } from 'react';
import { type DrawWith, optionOf } from '#platform/contract/charts/chart-option.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { CHART_TOKENS } from '#platform/contract/charts/paint.ts';
import { readTokens } from '../theme/palette.ts';
import { useShownColorScheme } from '../theme/use-shown-color-scheme.ts';
import { tipOf } from './tip.ts';

/** Draws a model and follows theme, language and motion; on paper in the colours of paper, whatever the screen has. */
export function useDrawing(
  chart: EChartsType | undefined,
  model: ChartModel,
  { format, animate, words, off }: Omit<DrawWith, 'colour' | 'tip'>,
): void {
  const scheme = useShownColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the tokens resolve to
  useEffect(() => {
    if (!chart) return;
    const textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
    const rest = { format, tip: tipOf, ...(words ? { words } : {}), ...(off ? { off } : {}) };
    const draw = (moves: boolean, on?: 'light'): void => {
      const option = optionOf(model, { ...rest, colour: readTokens(CHART_TOKENS, on), animate: moves });
      chart.setOption({ ...option, textStyle }, { notMerge: true });
    };
    draw(animate);
    // The drawing is a picture: it is drawn for paper before the sheet is made, and at once.
    const toPaper = (): void => {
      draw(false, 'light');
      chart.getZr().flush();
    };
    const toScreen = (): void => draw(false);
    addEventListener('beforeprint', toPaper);
    addEventListener('afterprint', toScreen);
    return () => {
      removeEventListener('beforeprint', toPaper);
      removeEventListener('afterprint', toScreen);
    };
  }, [chart, model, format, scheme, animate, words, off]);
}
