import type { z } from 'zod';

/** What callers of the API see of a shape. */
export interface ShapeContract {
  /** The answer around rows of this schema. */
  answer: (row: z.ZodObject) => z.ZodObject;
  /** One row about everything, without a name. */
  single: boolean;
  /** Rows of two periods can be laid on each other. */
  compares: boolean;
  /** Rows come by pages. */
  paged: boolean;
}
