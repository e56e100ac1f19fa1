import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { sentence } from './sentences.ts';

/** Since when: the last visit of the caller, yesterday, or the last seven days. */
export const SINCE = ['visit', 'yesterday', 'week'] as const;
export type Since = (typeof SINCE)[number];

const packageName = z.string().min(1).max(200);
const days = z.object({ from: z.string(), to: z.string() });

export const todayAnswer = z.object({
  since: z.enum(SINCE),
  /** From when on; of a first visit the last seven days. */
  at: z.string(),
  first_visit: z.boolean(),
  /** Whole days of it in the package's time zone, and as many before them. */
  days,
  before: days,
  /** Whether there is any event that the caller may see. */
  has_data: z.boolean(),
  sentences: z.array(sentence),
});
export type TodayAnswer = z.infer<typeof todayAnswer>;

export const todayEndpoints = {
  today: endpoint({
    method: 'GET',
    path: '/api/today',
    summary: 'What changed in a package since the last visit, as sentences with the address of their proof',
    access: 'board.read',
    pages: ['today'],
    query: z.strictObject({ package_name: packageName, since: z.enum(SINCE).optional() }),
    response: envelope(todayAnswer),
  }),
  visit: endpoint({
    method: 'POST',
    path: '/api/today/visit',
    summary: 'The caller looks at the page; half an hour without this ends a visit',
    access: 'board.read',
    pages: ['today'],
    body: z.strictObject({ package_name: packageName }),
    response: envelope(z.null()),
  }),
};
