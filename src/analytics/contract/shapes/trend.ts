import { z } from 'zod';
import { answerHead } from '../rows.ts';
import type { Parts, Widget } from '../widget.ts';
import type { ShapeContract } from './shape.ts';

/** One row per day and value of a dimension. Two periods of it would be lines of lines. */
export const trendShape: ShapeContract = {
  answer: (row) => z.object({ ...answerHead, data: z.array(row) }),
  single: false,
  compares: false,
  paged: false,
};

export const trend = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'trend',
  chart: 'line',
  measures: ['fraud'],
  grain: 'date',
  ...w,
});
