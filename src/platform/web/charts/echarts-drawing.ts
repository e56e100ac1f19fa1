import type { EChartsType } from 'echarts/core';
import { type DrawWith, optionOf } from '#platform/contract/charts/chart-option.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { CHART_TOKENS } from '#platform/contract/charts/paint.ts';
import { readTokens } from '../theme/palette.ts';
import { tipOf } from './tip.ts';

// Comes with the library, after the frame is painted: nothing of it is needed before there is something to draw on.
export { init } from './echarts-parts.ts';

export type HowToDraw = Omit<DrawWith, 'colour' | 'tip'>;

/** Draws a model in the colours of the shown scheme, or in those of paper. */
export function draw(chart: EChartsType, model: ChartModel, how: HowToDraw, on?: 'light'): void {
  const textStyle = { fontFamily: getComputedStyle(document.body).fontFamily };
  const option = optionOf(model, { ...how, tip: tipOf, colour: readTokens(CHART_TOKENS, on) });
  chart.setOption({ ...option, textStyle }, { notMerge: true });
}
