import { z } from 'zod';
import { MONEY } from '../measures.ts';
import { answerHead } from '../rows.ts';
import type { Parts, Widget } from '../widget.ts';
import type { ShapeContract } from './shape.ts';

/** One row: the numbers of the whole board. */
export const totalsShape: ShapeContract = {
  answer: (row) => z.object({ ...answerHead, data: row.omit({ key: true, name: true }) }),
  single: true,
  compares: true,
  paged: false,
};

export const totals = (w: Parts<'id' | 'title'>): Widget => ({
  shape: 'totals',
  chart: 'tiles',
  measures: ['total', 'clean', 'fraud', 'suspect', 'fraud_percentage', 'cost_at_risk', 'filtered'],
  extra: [...MONEY, 'accepted'],
  ...w,
});
