import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { AD_STATES } from './search-ad.ts';

/** A code for each use; one code for many; a code for each person who recommends. */
export const POOL_KINDS = ['unique', 'shared', 'referral'] as const;
export const VALUE_KINDS = ['percent', 'amount'] as const;
export const USE_SOURCES = ['redeem', 'upload', 'event'] as const;

/** What is wrong with a use. */
export const FINDINGS = [
  'wrong_publisher',
  'burst',
  'geo',
  'self_referral',
  'unknown_code',
  'voided',
  'out_of_days',
  'over_uses',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** Without those that are read as another. Their number is prime: a wrong letter and two swapped ones are always found. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Of one call. */
export const MOST_CODES = 1_000;

const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter an amount such as 1.25');
const uses = z.number().int().min(1).max(1_000_000).nullable().default(null);

export const poolFields = {
  name: safeText(80).min(1, 'Please name the coupon').min(3),
  kind: z.enum(POOL_KINDS),
  publisher: z.string().trim().max(500).default(''),
  prefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{0,10}$/, 'A prefix has at most 10 letters and digits')
    .default(''),
  /** After the prefix, the check letter included. */
  letters: z.number().int().min(6).max(16).default(8),
  value: amount,
  value_kind: z.enum(VALUE_KINDS),
  reward: amount.nullable().default(null),
  least_cart: amount.default('0'),
  first_day: isoDate.nullable().default(null),
  last_day: isoDate.nullable().default(null),
  most_uses: uses,
  most_by_user: uses,
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Countries have two letters'))
    .max(250)
    .default([]),
};

export const poolView = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(POOL_KINDS),
  publisher: z.string(),
  prefix: z.string(),
  value: z.string(),
  value_kind: z.enum(VALUE_KINDS),
  reward: z.string().nullable(),
  least_cart: z.string(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  most_uses: z.number().int().nullable(),
  most_by_user: z.number().int().nullable(),
  countries: z.array(z.string()),
  codes: z.number().int(),
  uses: z.number().int(),
  ended_at: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
});
export type PoolRow = z.infer<typeof poolView>;

export const useView = z.object({
  id: z.number().int(),
  code: z.string(),
  /** Of the coupon; '' for a code nobody has made. */
  coupon: z.string(),
  used_at: z.string(),
  publisher: z.string(),
  /** To whom the code was given. */
  given_to: z.string(),
  referrer: z.string(),
  country: z.string(),
  order_id: z.string(),
  amount: z.string().nullable(),
  source: z.enum(USE_SOURCES),
  findings: z.array(z.enum(FINDINGS)),
  state: z.enum(AD_STATES),
  ticket_id: z.number().int().nullable(),
});
export type UseRow = z.infer<typeof useView>;

/** What came by the codes given to a publisher. */
export const referralSum = z.object({
  publisher: z.string(),
  codes: z.number().int(),
  uses: z.number().int(),
  orders: z.number().int(),
  /** Decimal text, in the currency of the package. */
  revenue: z.string(),
  /** Owed to those who recommended; uses with a finding earn nothing. */
  rewards: z.string(),
  self_referrals: z.number().int(),
  misused: z.number().int(),
  last_used: z.string().nullable(),
});
export type ReferralSum = z.infer<typeof referralSum>;
