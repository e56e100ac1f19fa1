import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

/** What may come later than it usually does. */
export const LATE = ['import', 'sweep'] as const;

/** How new the figures of a package are. Moments are UTC, null for what never was. */
const freshness = z.object({
  /** Time of the newest event the caller may see. */
  event_at: z.string().nullable(),
  import_at: z.string().nullable(),
  /** When sources were last looked through and events judged by what was found. */
  sweep_at: z.string().nullable(),
  /** Imports under way. */
  importing: z.number().int(),
  late: z.array(z.enum(LATE)),
});
export type Freshness = z.infer<typeof freshness>;

export const freshnessEndpoint = {
  freshness: endpoint({
    method: 'GET',
    path: '/api/freshness',
    summary: 'Time of the newest event of a package, of its last import and its last sweep, and which of them is late',
    access: 'board.read',
    pages: 'any',
    query: z.strictObject({ package_name: z.string().min(1).max(200) }),
    response: envelope(freshness),
  }),
};
