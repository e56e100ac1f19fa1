import type { z } from 'zod';
import type { Widget } from '../widget.ts';

/** What callers of the API see of a shape. */
export interface ShapeContract {
  /** The answer around rows of this schema. */
  answer: (row: z.ZodObject) => z.ZodObject;
  /** One row about everything, without a name: the figures above the cards. */
  single: boolean;
  /** Rows of two periods can be laid on each other. */
  compares: boolean;
  /** Rows come by pages. */
  paged: boolean;
  /** Whether the widget may tell the story of the whole board; the first that may gets the width. */
  leads?: (widget: Widget<string>) => boolean;
}
