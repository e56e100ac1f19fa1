import { z } from 'zod';
import { DECISIONS, VERDICTS } from '#traffic/event/contract/event.ts';
import { GRADES, SOURCE_STATES } from './rule.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** What a comparison compares with: one value, several (long lists are cut, `more` counts the rest), or nothing. */
const limit = z.union([scalar, z.array(scalar), z.null()]);

const comparison = {
  field: z.string(),
  op: z.enum([
    'eq',
    'ne',
    'lt',
    'lte',
    'gt',
    'gte',
    'in',
    'notIn',
    'contains',
    'startsWith',
    'endsWith',
    'matches',
    'inNetwork',
    'known',
    'unknown',
  ]),
  /** The comparison counts turned round: it must not hold. */
  negated: z.boolean(),
  limit,
  more: z.number().int(),
  /** Value of this event; null when it has none. Moments are Unix milliseconds. */
  observed: scalar.nullable(),
  unit: z.enum(['seconds', 'months', 'events', 'ids', 'days', 'percent', 'ratio', 'chance']).nullable(),
};

/** One comparison of a rule with this event's value. `holds` already counts `negated`. */
export const signalSchema = z.object({
  ...comparison,
  holds: z.boolean(),
  /** Facts about the source: what others have, and how many events the value was made from. */
  baseline: z.number().nullable(),
  sample: z.number().int().nullable(),
});

/** What would have to be true instead: `ctit_seconds gte 10`, observed 3. */
export const changeSchema = z.object(comparison);

const outcome = z.enum(['hit', 'miss', 'blind']);

const ruleExplanation = z.object({
  rule: z.string(),
  title: z.string(),
  reason: z.string(),
  tier: z.enum(['GIVT', 'SIVT', 'quality']),
  mode: z.enum(['on', 'mark', 'suspect', 'fraud']),
  outcome,
  /** Severity of the hit. */
  verdict: z.enum(GRADES).nullable(),
  /** Facts the rule would have needed, when it is blind. */
  missing: z.array(z.string()),
  limits: z.record(z.string(), z.number()),
  /** Grades in the order they were tried; a card shows the one that held, else the mildest. */
  cases: z.array(z.object({ verdict: z.enum(GRADES), holds: z.boolean(), signals: z.array(signalSchema) })),
  /** Which of its aspects holds, where it hit and they have names of their own. */
  aspect: z.object({ id: z.string(), title: z.string() }).nullable(),
  /**
   * Of a hundred events that are called so, at most how many are expected to be genuine: of those that are fraud or
   * suspect for this reason, or of those that evidence makes fraud. Null where nothing like it was measured.
   */
  strength: z.object({ wrong: z.number(), of: z.enum(['fraud', 'suspect', 'evidence']) }).nullable(),
  /** Entries of lists that decided a fact the rule hit on. */
  listed: z.array(z.object({ field: z.string(), entry: z.string(), date: z.string().nullable() })),
  /** Smallest change that keeps the rule from hitting; all of it together. Empty unless it hit. */
  whatWouldBeClean: z.array(changeSchema),
});

/** Why an event has its verdict, as data: the screen writes the sentences in the reader's language. */
export const explanationSchema = z.object({
  verdict: z.enum(VERDICTS),
  /** Primary reason, empty when clean. */
  reason: z.string(),
  /** What decided: a person, a white-list entry, a person who confirmed the source, the rules, or no rule hit. */
  decidedBy: z.enum(['human', 'white_list', 'source', 'rules', 'nothing']),
  /**
   * Why this reason is the primary one: the only hit, the one fraud among suspects, or first in the order of reasons.
   * `combined`: suspicion from two groups of reasons made it fraud, and the first of them in the order names it.
   */
  chosenBy: z.enum(['only', 'severity', 'order', 'combined', 'evidence']).nullable(),
  decision: z.enum(DECISIONS),
  whiteList: z.object({ id: z.number().int(), reason: z.string() }).nullable(),
  /** What a person said of its source; of a cleared one statistics about it do not count. */
  source: z
    .object({ id: z.number().int(), state: z.enum(SOURCE_STATES), reason: z.string(), from: z.string().nullable() })
    .nullable(),
  ruleVersion: z.number().int(),
  /** Rules that apply to this kind of event: hits first, then by the order of reasons. */
  rules: z.array(ruleExplanation),
});

/** What a publisher may know of its own event: the reason and masked values, never rules, limits or lists. */
export const publisherExplanationSchema = z.object({
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  tier: z.enum(['GIVT', 'SIVT', 'quality']).nullable(),
  definition: z.string(),
  observed: z.array(z.object({ field: z.string(), value: scalar, unit: comparison.unit })),
});

export type Explanation = z.infer<typeof explanationSchema>;
export type RuleExplanation = z.infer<typeof ruleExplanation>;
export type Signal = z.infer<typeof signalSchema>;
export type Change = z.infer<typeof changeSchema>;
export type PublisherExplanation = z.infer<typeof publisherExplanationSchema>;
