import type { EChartsType } from 'echarts/core';
import { useEffect } from 'react';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { useShownColorScheme } from '../theme/use-shown-color-scheme.ts';
import type { draw, HowToDraw } from './echarts-drawing.ts';

/** A chart of the library and what draws on it; both come in one script. */
export interface Drawing {
  chart: EChartsType;
  draw: typeof draw;
}

/** Draws a model and follows theme, language and motion; on paper in the colours of paper, whatever the screen has. */
export function useDrawing(
  drawing: Drawing | undefined,
  model: ChartModel,
  { format, animate, words, off }: HowToDraw,
): void {
  const scheme = useShownColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the tokens resolve to
  useEffect(() => {
    if (!drawing) return;
    const { chart } = drawing;
    const how = { format, ...(words ? { words } : {}), ...(off ? { off } : {}) };
    drawing.draw(chart, model, { ...how, animate });
    // The drawing is a picture: it is drawn for paper before the sheet is made, and at once.
    const toPaper = (): void => {
      drawing.draw(chart, model, { ...how, animate: false }, 'light');
      chart.getZr().flush();
    };
    const toScreen = (): void => drawing.draw(chart, model, { ...how, animate: false });
    addEventListener('beforeprint', toPaper);
    addEventListener('afterprint', toScreen);
    return () => {
      removeEventListener('beforeprint', toPaper);
      removeEventListener('afterprint', toScreen);
    };
  }, [drawing, model, format, scheme, animate, words, off]);
}
