import { z } from 'zod';
import { conditionSchema } from '#platform/contract/condition.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { verdictChange } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { WHITE_LIST_KINDS } from '#traffic/rules/contract/white-list-kinds.ts';

export const whiteListRow = z.object({
  id: z.number().int(),
  package_name: z.string(),
  kind: z.enum(WHITE_LIST_KINDS),
  value: z.string(),
  /** Dashboard type and name of an entry made as a rule. */
  analysis: z.string().nullable(),
  rule_name: z.string().nullable(),
  reason: z.string(),
  author: z.string(),
  created_at: z.string(),
  /** Days in the package's time zone; `expires` is the last day covered. */
  from: z.string().nullable(),
  expires: z.string().nullable(),
  /** Events the entry makes clean now. */
  events: z.number().int(),
});

export type WhiteListRow = z.infer<typeof whiteListRow>;

export const entryValue = z.string().trim().min(1).max(2000);

const common = {
  package_name: z.string().min(1).max(200),
  reason: reasonText,
  /** First day covered; from the beginning when absent. */
  from: isoDate.optional(),
  /** Last day covered; for good when absent. */
  expires: isoDate.optional(),
  /** The name of the package, for an entry that would clear half of a month. */
  confirm: z.string().max(200).optional(),
};

export const whiteListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/traffic/white-list',
    summary: 'White-list entries of a package, newest first',
    access: 'event.judge',
    pages: ['white-list', 'events'],
    query: z.strictObject({
      package_name: z.string().min(1).max(200),
      search: searchText.optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(whiteListRow),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/traffic/white-list',
    summary: 'Make matching events clean, at once and from the chosen day',
    access: 'event.judge',
    pages: ['white-list', 'events'],
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        ...common,
        kind: z.enum(['ip', 'network', 'device_id', 'publisher', 'sub_publisher', 'user_agent', 'asn']),
        value: entryValue,
      }),
      z.strictObject({ ...common, kind: z.literal('condition'), value: conditionSchema }),
    ]),
    response: envelope(z.object({ id: z.number().int(), events: z.number().int(), changes: z.array(verdictChange) })),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/traffic/white-list/:id',
    summary: 'Remove an entry; the verdicts it covered are made again',
    access: 'event.judge',
    pages: ['white-list', 'events'],
    params: z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: envelope(z.object({ id: z.number().int(), events: z.number().int(), changes: z.array(verdictChange) })),
  }),
};
