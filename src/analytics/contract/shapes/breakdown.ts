import { z } from 'zod';
import { answerHead } from '../rows.ts';
import { type Parts, SPLIT, type Widget } from '../widget.ts';
import type { ShapeContract } from './shape.ts';

/** One row per value of a dimension, the largest first; a top list when it has a limit. */
export const breakdownShape: ShapeContract = {
  answer: (row) => z.object({ ...answerHead, data: z.array(row) }),
  single: false,
  compares: true,
  paged: false,
};

export const breakdown = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'breakdown',
  chart: 'bars',
  measures: SPLIT,
  order: 'total',
  ...w,
});
