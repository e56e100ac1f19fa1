import { z } from 'zod';
import { calendarDay } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { EVENT_KINDS } from './event.ts';

/** First and last day that brought events of a kind, in the zone of the package. */
const kindExtent = z.object({ kind: z.enum(EVENT_KINDS), first_day: calendarDay, last_day: calendarDay });
export type KindExtent = z.infer<typeof kindExtent>;

export const extentEndpoints = {
  extent: endpoint({
    method: 'GET',
    path: '/api/traffic/extent',
    summary: 'From which day to which there are events of each kind, of those the caller may see',
    access: 'board.read',
    query: z.object({ package_name: z.string().min(1).max(200), publisher: z.string().max(2000).optional() }),
    response: envelope(z.array(kindExtent)),
  }),
};
