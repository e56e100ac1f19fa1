import { z } from 'zod';
import { evidenceRecord } from '#domains/evidence/contract/evidence.ts';

/**
 * `open` until the last line is answered or the time is over; `answered` while an objection waits; `closed` when each is
 * insisted on or taken back; `not_answered` when the time went by without a word.
 */
export const DISPUTE_STATES = ['open', 'answered', 'closed', 'not_answered'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const ANSWERS = ['accepted', 'objected'] as const;
export const DECISIONS = ['insisted', 'taken_back'] as const;

/** How the publisher came in: by its own login, or by the link it was sent. */
export const WAYS = ['login', 'link'] as const;
export type Way = (typeof WAYS)[number];

export const STEPS = [
  'opened',
  'linked',
  'unlinked',
  'downloaded',
  'answered',
  'attached',
  'insisted',
  'taken_back',
] as const;

/** What became of the amounts of a currency; decimal text, and together what was claimed. */
export const outcome = z.object({
  currency: z.string(),
  claimed: z.string(),
  /** The publisher agrees. */
  accepted: z.string(),
  /** Objected to, and insisted on. */
  upheld: z.string(),
  /** Objected to, and taken back. */
  taken_back: z.string(),
  /** Objected to, and not decided yet. */
  objected: z.string(),
  /** No answer yet, or none in time. */
  unanswered: z.string(),
});
export type Outcome = z.infer<typeof outcome>;

const file = z.object({ id: z.number().int(), file_name: z.string(), bytes: z.number().int() });

export const disputeLine = z.object({
  line: z.number().int(),
  campaign: z.string(),
  event: z.string(),
  category: z.string(),
  units: z.number().int(),
  /** Decimal text; '' where nobody knows what the events cost. */
  amount: z.string(),
  currency: z.string(),
  answer: z.enum(ANSWERS).nullable(),
  text: z.string(),
  answered_by: z.string(),
  answered_at: z.string().nullable(),
  files: z.array(file),
  decision: z.enum(DECISIONS).nullable(),
  reason: z.string(),
  /** '' for whoever is claimed from. */
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  /** Events that were marked clean when it was taken back. */
  events: z.number().int().nullable(),
});
export type DisputeLine = z.infer<typeof disputeLine>;

const step = z.object({
  what: z.enum(STEPS),
  at: z.string(),
  /** '' for whoever is claimed from, where it was the other side. */
  who: z.string(),
  way: z.enum(WAYS).nullable(),
  accepted: z.number().int(),
  objected: z.number().int(),
  line: z.number().int().nullable(),
});
export type DisputeStep = z.infer<typeof step>;

export const disputeRow = z.object({
  id: z.number().int(),
  package_name: z.string(),
  evidence_id: z.number().int(),
  publisher: z.string(),
  /** First and last day, both included, in the package's time zone. */
  period_from: z.string(),
  period_to: z.string(),
  /** The payout report whose deductions are claimed. */
  settlement_id: z.number().int().nullable(),
  state: z.enum(DISPUTE_STATES),
  /** Until then it can be answered. */
  ends_at: z.string(),
  note: z.string(),
  opened_by: z.string(),
  opened_at: z.string(),
  lines: z.number().int(),
  unanswered: z.number().int(),
  accepted: z.number().int(),
  objected: z.number().int(),
  undecided: z.number().int(),
  units: z.number().int(),
  outcome: z.array(outcome),
});
export type DisputeRow = z.infer<typeof disputeRow>;

export const disputeView = disputeRow.extend({
  package_title: z.string(),
  details: z.array(disputeLine),
  steps: z.array(step),
  /** The caller may answer lines, or decide on objections. */
  may_answer: z.boolean(),
  may_decide: z.boolean(),
  /** Whether there is a link; null for whoever is claimed from. */
  has_link: z.boolean().nullable(),
  incident_id: z.number().int().nullable(),
  /** What the cover of the evidence says. */
  evidence: evidenceRecord.pick({
    claimed: true,
    claimed_before: true,
    late: true,
    amounts_from: true,
    masked: true,
    erased: true,
    rule_versions: true,
    file_name: true,
    size: true,
    sha256: true,
    fingerprint: true,
  }),
});
export type DisputeView = z.infer<typeof disputeView>;

const share = z.object({
  lines: z.number().int(),
  units: z.number().int(),
  amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
});

/** What became of all claims on a publisher. */
export const trackRecord = z.object({
  publisher: z.string(),
  claims: z.number().int(),
  claimed: share,
  accepted: share,
  upheld: share,
  taken_back: share,
  not_answered: share,
  /** Still to be answered or decided. */
  waiting: share,
});
export type TrackRecord = z.infer<typeof trackRecord>;

/** Events that a rule had hit, by what was decided about objections to them, and in how many claims. */
export const ruleRecord = z.object({
  rule: z.string(),
  taken_back: z.number().int(),
  upheld: z.number().int(),
  claims: z.number().int(),
});
export type RuleRecord = z.infer<typeof ruleRecord>;
