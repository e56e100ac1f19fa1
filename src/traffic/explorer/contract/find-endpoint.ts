import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { packageName } from './events-endpoints.ts';

/** What traffic calls its sources: the names somebody looks for, in the order they are offered. */
export const FOUND_FIELDS = ['publisher', 'sub_publisher', 'vendor', 'campaign', 'channel', 'placement'] as const;

/** Names are looked for among the events of this many days, up to the newest of the package. */
export const FIND_DAYS = 90;
/** Of each field; who looks for another one types more of it. */
export const MOST_FOUND = 5;

export const findEndpoint = {
  find: endpoint({
    method: 'GET',
    path: '/api/find',
    summary: `Names of sources that contain a text, in the last ${FIND_DAYS} days of a package; an event by its id or by an id it came with; rules made for the package`,
    access: 'event.read',
    pages: ['events', 'publisher'],
    query: z.strictObject({ package_name: packageName, text: z.string().trim().min(2).max(200) }),
    response: envelope(
      z.object({
        names: z.array(z.object({ field: z.enum(FOUND_FIELDS), value: z.string(), events: z.number().int() })),
        /** `at` in UTC. */
        events: z.array(
          z.object({ row_id: z.string(), kind: z.enum(EVENT_KINDS), at: z.string(), verdict: z.enum(VERDICTS) }),
        ),
        rules: z.array(z.object({ id: z.string(), title: z.string() })),
        /** False when the traffic could not be looked through in time. */
        complete: z.boolean(),
      }),
    ),
  }),
};
