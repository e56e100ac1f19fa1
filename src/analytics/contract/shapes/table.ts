import { z } from 'zod';
import { answerHead } from '../rows.ts';
import type { Parts, Widget } from '../widget.ts';
import type { ShapeContract } from './shape.ts';

/** One row per value, page by page, searched and sorted by the server: `{data, Total_pages}` of the spec. */
export const tableShape: ShapeContract = {
  /** `total` is the number of rows over all pages. */
  answer: (row) =>
    z.object({ ...answerHead, data: z.array(row), Total_pages: z.number().int(), total: z.number().int() }),
  single: false,
  compares: true,
  paged: true,
};

export const table = (w: Parts<'id' | 'title' | 'by'>): Widget => ({
  shape: 'table',
  chart: 'table',
  measures: ['total', 'clean', 'fraud', 'suspect', 'fraud_percentage'],
  order: 'total',
  limit: 10,
  ...w,
});
