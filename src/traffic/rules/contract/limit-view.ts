import { z } from 'zod';
import { NOTCH_NAMES } from './strength.ts';

/** A limit of a rule as screens show it. */
export const limitView = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.enum(['seconds', 'months', 'events', 'days', 'percent']).or(z.string()),
  default: z.number(),
  min: z.number(),
  max: z.number(),
  /** Values that have names. */
  notches: z.array(z.object({ name: z.enum(NOTCH_NAMES), value: z.number() })).optional(),
  /** What it takes in: signs of these rules together, wrong at most so often in percent. */
  evidence: z.array(z.object({ rules: z.array(z.string()), wrong: z.number() })).optional(),
});
export type LimitView = z.infer<typeof limitView>;
