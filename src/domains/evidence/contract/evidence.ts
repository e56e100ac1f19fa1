import { z } from 'zod';
import { WINDOW_PLATFORMS } from './claim-windows.ts';

/** Where an evidence file stands; of one that is `ready` nothing changes any more. */
export const EVIDENCE_STATES = ['queued', 'ready', 'failed'] as const;

/**
 * Where the amounts are from: the deductions of a payout report; what is agreed, what events say they cost, prices; or
 * nobody knows them.
 */
export const AMOUNTS_FROM = ['payout', 'terms', 'none'] as const;
export type AmountsFrom = (typeof AMOUNTS_FROM)[number];

/** What is claimed of a campaign, a name of events and a bucket (`duplicate`, or `invalid.` and a category of reasons). */
export const evidenceLine = z.object({
  campaign: z.string(),
  event: z.string(),
  category: z.string(),
  units: z.number().int(),
  /** Decimal text; '' where nobody knows what the events cost. */
  amount: z.string(),
  currency: z.string(),
});
export type EvidenceLine = z.infer<typeof evidenceLine>;

export const claimedTotal = z.object({ currency: z.string(), amount: z.string() });

/** An evidence file as it is stored. */
export const evidenceRecord = z.object({
  id: z.number().int(),
  package_name: z.string(),
  publisher: z.string(),
  /** First and last day, both included, in the package's time zone. */
  period_from: z.string(),
  period_to: z.string(),
  /** '' is all. */
  campaign: z.string(),
  event: z.string(),
  category: z.string(),
  /** The payout report whose deductions it proves. */
  settlement_id: z.number().int().nullable(),
  /** What is claimed; empty until it is ready. */
  lines: z.array(evidenceLine),
  totals: z.array(claimedTotal),
  amounts_from: z.enum(AMOUNTS_FROM),
  /** Events in it, and of them those that are claimed, that an earlier file has claimed, and that are too late. */
  events: z.number().int(),
  claimed: z.number().int(),
  claimed_before: z.number().int(),
  late: z.number().int(),
  state: z.enum(EVIDENCE_STATES),
  /** Addresses and ids are shown in part only. */
  masked: z.boolean(),
  /** Versions of the rule set that judged the events, the newest first. */
  rule_versions: z.array(z.number().int()),
  platform: z.enum(WINDOW_PLATFORMS).nullable(),
  window_days: z.number().int().nullable(),
  /** Of the archive; null until it is ready. */
  sha256: z.string().nullable(),
  size: z.number().int().nullable(),
  file_name: z.string().nullable(),
  /** Of the key it is signed with. */
  fingerprint: z.string().nullable(),
  /** A person in it had to be forgotten: the archive is gone, what it claimed stays claimed. */
  erased: z.boolean(),
  error: z.object({ message: z.string(), told: z.unknown().nullable() }).nullable(),
  created_by: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type EvidenceRecord = z.infer<typeof evidenceRecord>;
