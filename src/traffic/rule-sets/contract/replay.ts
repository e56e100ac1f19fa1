import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { ruleSetDraft } from './rule-set.ts';

export const PREVIEW_DAYS = 30;
export const MAX_PREVIEW_DAYS = 400;
/** Publishers named in a preview; the others are added up. */
export const PREVIEW_PUBLISHERS = 50;
export const PREVIEW_SAMPLES = 20;
/** So long does a screen wait for one; a preview that may take longer is not begun. */
export const PREVIEW_SECONDS = 300;

const count = z.number().int();
const counts = z.object({ clean: count, suspect: count, fraud: count, filtered: count });
export type VerdictCounts = z.infer<typeof counts>;

/** What the events cost, in one currency; '' when none was reported. */
const amount = z.object({ currency: z.string(), amount: z.number() });

/** Events that go from one verdict to another, with their cost. */
export const verdictMove = z.object({
  from: z.enum(VERDICTS),
  to: z.enum(VERDICTS),
  events: count,
  money: z.array(amount),
});

/** Events of one day, kind or publisher under both rule sets. */
const beforeAfter = {
  before: counts,
  after: counts,
  /** Events whose verdict differs. */
  changed: count,
};

/** Cost that would be booked as fraud, or no longer. */
const money = z.object({
  currency: z.string(),
  to_fraud: z.number(),
  from_fraud: z.number(),
  /** Some of it is assumed by a price, for events whose files bring no cost. */
  assumed: z.boolean(),
});

export const replayPublisher = z.object({ publisher: z.string(), ...beforeAfter, money: z.array(money) });
export type ReplayPublisher = z.infer<typeof replayPublisher>;

export const replaySample = z.object({
  row_id: z.string(),
  /** UTC, ISO with milliseconds. */
  ts: z.string(),
  kind: z.enum(EVENT_KINDS),
  publisher: z.string(),
  campaign: z.string(),
  cost: z.number(),
  currency: z.string(),
  before: z.object({ verdict: z.enum(VERDICTS), reason: z.string(), hits: z.array(z.string()) }),
  after: z.object({ verdict: z.enum(VERDICTS), reason: z.string(), hits: z.array(z.string()) }),
});
export type ReplaySample = z.infer<typeof replaySample>;

/** What a rule set would do to stored events, against what they are booked as now. Nothing is written. */
export const replayResult = z.object({
  package_name: z.string(),
  /** Days of the package, both included; the newest one is the last with events. */
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  base_version: count,
  events: count,
  ...beforeAfter,
  moves: z.array(verdictMove),
  /** Events that keep their verdict for another reason. */
  other_reason: count,
  money: z.array(money.extend({ fraud_before: z.number(), fraud_after: z.number() })),
  days: z.array(z.object({ day: z.string(), ...beforeAfter, money: z.array(money) })),
  kinds: z.array(z.object({ kind: z.enum(EVENT_KINDS), ...beforeAfter })),
  /** Events by primary reason. */
  reasons: z.array(z.object({ reason: z.string(), before: count, after: count })),
  publishers: z.array(replayPublisher),
  /** Publishers beyond the named ones, together. */
  rest: replayPublisher.omit({ publisher: true }).extend({ publishers: count }).nullable(),
  samples: z.array(replaySample),
  /** Closed months (`2026-10`) in which verdicts would change. */
  closed_months: z.array(z.object({ month: z.string(), changed: count })),
  took_ms: z.number(),
});
export type ReplayResult = z.infer<typeof replayResult>;

export const replayEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/api/traffic/rules/preview',
    summary: 'What a draft of the rules would change on stored events; writes nothing',
    access: 'rules.write',
    pages: ['rules'],
    whileViewing: true,
    body: z.strictObject({
      package_name: z.string().min(1).max(200),
      ...ruleSetDraft.shape,
      /** The last so many days with events, unless `from` names the first day. */
      days: z.number().int().min(1).max(MAX_PREVIEW_DAYS).default(PREVIEW_DAYS),
      from: isoDate.optional(),
    }),
    response: envelope(replayResult),
  }),
};
