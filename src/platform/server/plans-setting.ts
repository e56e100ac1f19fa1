import { z } from 'zod';

/** Plans an operator offers on /pricing, as JSON; prices are the operator's own words. */
const plan = z.strictObject({
  name: z.string().min(1).max(100),
  lead: z.string().max(500).default(''),
  features: z.array(z.string().max(300)).max(30).default([]),
  price: z.string().max(100).default(''),
  contact: z
    .string()
    .regex(/^(https:\/\/|mailto:)\S+$/, 'must begin with https:// or mailto:')
    .or(z.literal(''))
    .default(''),
});
export const plans = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return [];
    }
  })
  .pipe(z.array(plan).max(12));
