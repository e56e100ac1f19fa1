import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { LARGEST_PAGE, PAGE } from './feed.ts';

/** An event as it is now: it came, or something about it changed. */
const eventChange = z.object({
  change: z.literal('event'),
  row_id: z.string(),
  kind: z.enum(EVENT_KINDS),
  ts: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  /** Rules that hit, the strongest reason first. */
  hits: z.array(z.string()),
  rule_version: z.number().int(),
  whitelist_id: z.number().int(),
  publisher: z.string(),
  sub_publisher: z.string(),
  campaign: z.string(),
  event_name: z.string(),
  click_id: z.string(),
  order_id: z.string(),
  device_id: z.string(),
});

/** An event that is stored no more: its import was undone, its day replaced, its person erased. */
const goneChange = z.object({ change: z.literal('gone'), row_id: z.string() });

/** Everything of the package before a moment is stored no more. */
const goneBeforeChange = z.object({ change: z.literal('gone_before'), ts: z.string() });

export const change = z.discriminatedUnion('change', [eventChange, goneChange, goneBeforeChange]);
export type Change = z.infer<typeof change>;

export const changesAnswer = z.object({
  data: z.array(change),
  /** Where the next call goes on. */
  cursor: z.string(),
  /** False when this was all there is now. */
  more: z.boolean(),
  /** This is the first page of all: what is held of the package already is to be thrown away. */
  begins: z.boolean(),
});
export type ChangesAnswer = z.infer<typeof changesAnswer>;

export const changeEndpoints = {
  changes: endpoint({
    method: 'GET',
    path: '/v1/changes',
    summary:
      'Events with their verdicts, and whatever later became of them, in order: keep the cursor and call again with it. Each change is told at least once',
    access: 'event.read',
    query: z.strictObject({
      package_name: z.string().min(1).max(200),
      cursor: z.string().max(400).optional(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(PAGE)
        .transform((n) => Math.min(n, LARGEST_PAGE)),
    }),
    response: changesAnswer,
  }),
};
