import { z } from 'zod';
import { answerHead } from '../rows.ts';
import { type Parts, SPLIT, type Widget } from '../widget.ts';
import type { ShapeContract } from './shape.ts';

/** One row per day, week or month. */
export const seriesShape: ShapeContract = {
  answer: (row) => z.object({ ...answerHead, data: z.array(row) }),
  single: false,
  compares: true,
  paged: false,
  leads: ({ grain, chart, standing }) => grain === 'date' && chart === 'stacked' && !standing,
};

export const series = (w: Parts<'id' | 'title' | 'grain'>): Widget => ({
  shape: 'series',
  chart: 'stacked',
  measures: SPLIT,
  ...w,
});
