import { z } from 'zod';

/** A limit of a rule as screens show it. */
export const limitView = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.enum(['seconds', 'months', 'events', 'days', 'percent']).or(z.string()),
  default: z.number(),
  min: z.number(),
  max: z.number(),
});
export type LimitView = z.infer<typeof limitView>;
