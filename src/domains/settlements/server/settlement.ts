import type Big from 'big.js';

/** What a settlement is reckoned from, and what comes of it: `reckon` has the formulae. */
export interface Terms {
  /** Names the version. */
  id: string;
  /** The agreement it is a version of: cap, guarantee and budget are those of the agreement, over all its versions. */
  agreement: string;
  currency: string;
  per: number;
  rate: string;
  tiers: readonly { up_to: number | null; rate: string }[];
  tiers_apply: 'within' | 'all';
  percent: string;
  /** For the days of the period, whatever came; and what is paid at least for them. */
  fixed: string;
  min_guarantee: string | null;
  budget: string | null;
  cap: number | null;
  withholding_percent: string;
}

/** Buckets that exclude each other: an event is in the first that fits. */
export const BUCKETS = ['duplicate', 'out_of_window', 'unapproved', 'over_cap'] as const;
export type Bucket = (typeof BUCKETS)[number];

export interface Counts extends Record<Bucket, number> {
  gross: number;
  /** By category of fraud. */
  invalid: Readonly<Record<string, number>>;
}

export interface Line {
  /** Names it among the lines of the settlement. */
  id: string;
  terms: string;
  counts: Counts;
  /** What the same events earned, in the currency of the terms, by the same buckets; nothing where no share is paid. */
  revenue: { gross: string; valid: string };
  /** What the partner counted. */
  reported: number | null;
  /** What that is a part of: the count as it was given, and ours of the same. */
  together?: { ours: number; theirs: number };
}

export interface Rules {
  tolerance: string;
  controlling: 'ours' | 'partner';
  invalid_allowance_percent: string;
  max_deduction_percent: string;
  tax_percent: string;
}

export interface SettledLine {
  id: string;
  terms: string;
  /** Units the amounts stand on: ours, or the partner's where that is agreed and lies within the tolerance. */
  gross: number;
  /** Percent of our count, two digits; null where the partner gave none, or where we counted nothing. */
  discrepancy: string | null;
  isDisputed: boolean;
  invalid: number;
  allowed: number;
  /** Beyond a cap of a link and beyond that of the agreement. */
  over_cap: number;
  valid: number;
  paid: number;
  /** Of one unit, as `per` says; null where tiers or shares make it many. */
  rate: string | null;
  /** What the paid events earned: what a share of the terms is of. */
  earned: string;
  gross_amount: Big;
  deductions: Big;
  net: Big;
  /** What each bucket takes of the amount, categories of fraud as `invalid.bot`. */
  deducted: ReadonlyMap<string, Big>;
}

export interface SettledAgreement {
  id: string;
  currency: string;
  fixed: Big;
  /** Given back by the bound on deductions, added by the guarantee, taken away by the budget (negative). */
  given_back: Big;
  guarantee: Big;
  over_budget: Big;
  net: Big;
  withholding: Big;
}

export interface Total {
  currency: string;
  gross_amount: Big;
  deductions: Big;
  adjustments: Big;
  net: Big;
  tax: Big;
  withholding: Big;
  payable: Big;
}

export interface Settled {
  lines: SettledLine[];
  agreements: SettledAgreement[];
  /** Amounts of two currencies are never added. */
  totals: Total[];
}

export interface Adjustment {
  currency: string;
  amount: string;
  /** Kept back of it already, where it is a report that was carried on. */
  withholding?: string;
}
