import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';

/** What can change verdicts after they were first made. */
export const VERDICT_CAUSES = ['import', 'sweep', 'rules', 'white_list', 'source', 'decision', 'undo'] as const;
export type VerdictCause = (typeof VERDICT_CAUSES)[number];

/** How many events changed their verdict, from which to which. */
export const verdictChange = z.object({ from: z.enum(VERDICTS), to: z.enum(VERDICTS), events: z.number().int() });

export const verdictChangeRow = z.object({
  cause: z.enum(VERDICT_CAUSES),
  operation: z.string(),
  /** First day of the month the events lie in; an operation over several months has a row for each. */
  month: z.string(),
  /** First and last day of the events, in the package's time zone. */
  from: z.string(),
  to: z.string(),
  /** The month was closed already: reports of it have changed. */
  after_closing: z.boolean(),
  rule_version: z.number().int(),
  author: z.string(),
  reason: z.string(),
  /**
   * What `reason` says in English, for other languages; null for the words of people, and in rows from before this was
   * kept.
   */
  told: z.object({ code: z.string(), values: z.record(z.string(), z.number()) }).nullable(),
  at: z.string(),
  events: z.number().int(),
  /** Empty for who sees only a part of the package. */
  changes: z.array(
    z.object({
      kind: z.enum(EVENT_KINDS),
      from: z.enum(VERDICTS),
      to: z.enum(VERDICTS),
      /** ISO 4217; '' where the events name none. */
      currency: z.string(),
      events: z.number().int(),
      /** What they cost as reported, decimal. */
      cost: z.string(),
    }),
  ),
});

export type VerdictChangeRow = z.infer<typeof verdictChangeRow>;

export const verdictChangeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/traffic/verdict-changes',
    summary: 'Verdicts that changed after they were first made, newest first',
    access: 'rules.read',
    query: z.strictObject({
      package_name: z.string().min(1).max(200),
      /** Changes to events of these days, in the package's time zone. */
      from: isoDate.optional(),
      to: isoDate.optional(),
      after_closing: z.enum(['true', 'false']).optional(),
      ...pageQuery,
    }),
    response: pagedEnvelope(verdictChangeRow),
  }),
};
