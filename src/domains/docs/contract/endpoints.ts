import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { GRADES } from '#traffic/rules/contract/rule.ts';

const limit = z.object({
  name: z.string(),
  label: z.string(),
  unit: z.enum(['seconds', 'months', 'events', 'days', 'percent', 'ratio', 'times', 'chance']),
  default: z.number(),
  min: z.number(),
  max: z.number(),
});

/** What reveals how far one may go. Sent to roles with `rules.read`: who knows the limits stays just under them. */
const confidential = z.object({
  limits: z.array(limit),
  falsePositives: z.string(),
  /** Where the method comes from; sources quote limits. */
  source: z.string(),
});

/** A rule as its registry declares it, in English. */
export const ruleDoc = z.object({
  id: z.string(),
  title: z.string(),
  /** Its method in the catalogue. */
  method: z.number().int(),
  reason: z.string(),
  stage: z.enum(['arrival', 'sweep']),
  verdicts: z.array(z.enum(GRADES)),
  kinds: z.array(z.enum(EVENT_KINDS)),
  needs: z.array(z.string()),
  looksAt: z.string(),
  confidential: confidential.optional(),
});
export type RuleDoc = z.output<typeof ruleDoc>;

/** A list behind the facts. Roles without `rules.read` see shipped lists only, which their licences want named. */
export const listDoc = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  purpose: z.string(),
  source: z.string(),
  licence: z.string(),
  attribution: z.string(),
  date: z.string(),
  bytes: z.number(),
  entries: z.number(),
  origin: z.enum(['shipped', 'operator']),
  blind: z.boolean(),
});
export type ListDoc = z.output<typeof listDoc>;

export const docs = {
  rules: endpoint({
    method: 'GET',
    path: '/api/docs/rules',
    summary: 'Every rule: what it looks at, and for roles that see rules its limits',
    access: 'session',
    response: envelope(z.array(ruleDoc)),
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/docs/lists',
    summary: 'Lists behind the facts with date, licence and attribution',
    access: 'session',
    response: envelope(z.array(listDoc)),
  }),
};
