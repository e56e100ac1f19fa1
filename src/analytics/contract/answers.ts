import type { z } from 'zod';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';
import type { Measures } from './measure.ts';
import { type BoardAnswer, rowSchemaOf } from './rows.ts';
import { SHAPES, type Shape } from './shapes/registry.ts';
import type { Widget } from './widget.ts';

// One schema per measures and shape, however many calls answer with it.
const known = new WeakMap<Measures, Map<Shape, z.ZodObject>>();

/** What a call answers: the widget's shape around rows of the dataset's measures. */
export function answerOf(all: Measures, { shape }: Pick<Widget, 'shape'>): z.ZodType<BoardAnswer> {
  const answers = known.get(all) ?? new Map<Shape, z.ZodObject>();
  known.set(all, answers);
  const answer = answers.get(shape) ?? SHAPES[shape].answer(rowSchemaOf(all));
  answers.set(shape, answer);
  // The row's fields are computed from the measures, which no type of zod can follow.
  return answer as unknown as z.ZodType<BoardAnswer>;
}

/** Whether the rows of a widget can be laid on those of the period before; weeks and months of two periods cannot. */
export const canCompare = ({
  shape,
  cumulative,
  grain = 'date',
  keys = [],
}: Pick<Widget, 'shape' | 'cumulative' | 'grain' | 'keys'>): boolean =>
  SHAPES[shape].compares && !cumulative && grain === 'date' && !keys.some((key) => CALENDAR_KEYS.has(key));
