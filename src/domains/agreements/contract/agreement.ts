import { z } from 'zod';
import { isoDate } from '#platform/contract/date-range.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { PAYMENT_MODEL_NAMES, PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';
import { CONTROLLING, CYCLES, ORDER_STATUSES, TIER_WAYS } from './payment-models.ts';

const MOST_TIERS = 20;
const currencies = new Set<string>(Intl.supportedValuesOf('currency'));

/** Decimal text without a sign: never a number, which would round. */
export const rate = z.string().regex(/^\d{1,8}(\.\d{1,6})?$/, 'An amount such as 1.25');
export const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'A share such as 12.5')
  .refine((text) => Number(text) <= 100, 'At most 100 percent');
export const currency = z.string().refine((code) => currencies.has(code), 'Unknown currency');
const units = z.number().int().min(1).max(1_000_000_000);
const name = safeText(120).min(1, 'Please give it a name');
/** As traffic names it; '' is all. */
const named = z.string().trim().max(2000);

/** Up to and with so many units of a period; the last one has no end, so that there are no holes. */
const tier = z.strictObject({ up_to: units.nullable(), rate });

const terms = {
  name,
  model: z.enum(PAYMENT_MODEL_NAMES),
  /** Name of the events it pays for; '' is all of the model. */
  event: named.default(''),
  rate: rate.nullable().default(null),
  /** Of what the events earned. */
  percent: percent.nullable().default(null),
  /** For a period, whatever came. */
  fixed: rate.nullable().default(null),
  currency,
  /** States of orders that are paid for; none is all but rejected. */
  order_status: z.array(z.enum(ORDER_STATUSES)).max(ORDER_STATUSES.length).default([]),
  /** Instead of one rate. */
  tiers: z.array(tier).max(MOST_TIERS).default([]),
  tiers_apply: z.enum(TIER_WAYS).default('within'),
  /** Of a period: paid at least. */
  min_guarantee: rate.nullable().default(null),
  /** First and last day, in the package's time zone. */
  valid_from: isoDate,
  valid_to: isoDate.nullable().default(null),
};

type Terms = z.infer<ReturnType<typeof z.strictObject<typeof terms>>>;
type Fault = { path: (string | number)[]; message: string };

/** What a body may not say although each field may: the place of it and the words. */
function faultsOfTerms({
  model,
  rate: one,
  percent: share,
  fixed,
  tiers,
  valid_from,
  valid_to,
  event,
}: Terms): Fault[] {
  const shape = PAYMENT_MODELS[model];
  const takes = (what: 'rate' | 'percent' | 'fixed'): boolean => shape.takes.some((each) => each === what);
  const faults: Fault[] = [];
  const given = { rate: one !== null || tiers.length > 0, percent: share !== null, fixed: fixed !== null };
  for (const what of ['rate', 'percent', 'fixed'] as const)
    if (given[what] && !takes(what)) faults.push({ path: [what], message: `${model} takes none` });
  if (!shape.takes.some((what) => given[what]))
    faults.push({ path: [shape.takes[0]], message: 'This way of paying needs an amount or a share' });
  if (one !== null && tiers.length > 0) faults.push({ path: ['tiers'], message: 'Either one rate or tiers' });
  if (event !== '' && shape.event === 'none')
    faults.push({ path: ['event'], message: `${model} is not of single events` });
  tiers.forEach(({ up_to }, at) => {
    const before = tiers[at - 1]?.up_to ?? 0;
    const isLast = at === tiers.length - 1;
    if (isLast && up_to !== null) faults.push({ path: ['tiers', at, 'up_to'], message: 'The last tier has no end' });
    if (!isLast && (up_to === null || up_to <= before))
      faults.push({ path: ['tiers', at, 'up_to'], message: 'Each tier ends behind the one before' });
  });
  if (valid_to !== null && valid_to < valid_from)
    faults.push({ path: ['valid_to'], message: 'The end lies before the start' });
  return faults;
}

const checked = <S extends z.ZodType<Terms>>(schema: S) =>
  schema.superRefine((body, context) => {
    for (const { path, message } of faultsOfTerms(body)) context.addIssue({ code: 'custom', path, message });
  });

const packageName = z.string().min(1).max(200);
/** The last day approved payout reports were paid by it; until then it stays as it is. */
const settledUntil = z.string().nullable();

export const newPaymentModel = checked(z.strictObject({ package_name: packageName, ...terms }));
/** A change: of terms it counts from `valid_from` on; what a settlement has used stays as it was. */
export const paymentModelEdit = checked(z.strictObject({ ...terms, updated_at: z.iso.datetime().optional() }));

export const paymentModel = z.object({
  key: z.number().int(),
  package_name: z.string(),
  ...terms,
  /** How often its terms were changed; each stands for its days. */
  version: z.number().int(),
  /** Publishers that are paid by it. */
  publishers: z.number().int(),
  settled_until: settledUntil,
  created_by: z.string(),
  updated_at: z.string(),
});
export type PaymentModel = z.infer<typeof paymentModel>;

const assignment = {
  /** As traffic names it; '' is every source without terms of its own. */
  publisher: named,
  /** '' is all campaigns without terms of their own. */
  campaign: named.default(''),
  payment_model: z.number().int().positive(),
  /** Instead of the rate of the model. */
  rate_override: rate.nullable().default(null),
  percent_override: percent.nullable().default(null),
  /** Units of a period that are paid for at most. */
  cap: units.nullable().default(null),
  /** Paid for a period at most, in the currency of the model. */
  budget: rate.nullable().default(null),
  /** Days after the period before an event counts as final. */
  hold_days: z.number().int().min(0).max(365).default(0),
  /** Kept back for the tax office. */
  withholding_percent: percent.default('0'),
  valid_from: isoDate.nullable().default(null),
  valid_to: isoDate.nullable().default(null),
};

const inOrder = <S extends z.ZodType<{ valid_from: string | null; valid_to: string | null }>>(schema: S) =>
  schema.refine(({ valid_from, valid_to }) => valid_from === null || valid_to === null || valid_to >= valid_from, {
    path: ['valid_to'],
    message: 'The end lies before the start',
  });

export const newPublisherPayment = inOrder(z.strictObject({ package_name: packageName, ...assignment }));
export const publisherPaymentEdit = inOrder(z.strictObject({ ...assignment, updated_at: z.iso.datetime().optional() }));

export const publisherPayment = z.object({
  key: z.number().int(),
  package_name: z.string(),
  ...assignment,
  payment_model_name: z.string(),
  model: z.enum(PAYMENT_MODEL_NAMES),
  event: z.string(),
  currency: z.string(),
  settled_until: settledUntil,
  created_by: z.string(),
  updated_at: z.string(),
});
export type PublisherPayment = z.infer<typeof publisherPayment>;

const settlement = {
  name,
  /** '' is every publisher without settings of its own. */
  publisher: named.default(''),
  cycle: z.enum(CYCLES).default('monthly'),
  /** Days from an invoice until it is due. */
  due_days: z.number().int().min(0).max(365).default(30),
  tax_percent: percent.default('0'),
  /** How far a partner's count may be from ours, in percent of ours. */
  tolerance: percent.default('10'),
  controlling: z.enum(CONTROLLING).default('ours'),
  /** Share of invalid traffic that is paid nevertheless. */
  invalid_allowance_percent: percent.default('0'),
  /** At most so much of what is owed is deducted. */
  max_deduction_percent: percent.default('100'),
  /** What is less waits for the next period. */
  min_payout: rate.default('0'),
  invoice_prefix: z
    .string()
    .trim()
    .max(20)
    .regex(/^[A-Za-z0-9/_-]*$/, 'Letters, digits, slash, dash and underscore')
    .default(''),
};

export const newSettlement = z.strictObject({ package_name: packageName, ...settlement });
export const settlementEdit = z.strictObject({ ...settlement, updated_at: z.iso.datetime().optional() });
export const settlementSetting = z.object({
  key: z.number().int(),
  package_name: z.string(),
  ...settlement,
  created_by: z.string(),
  updated_at: z.string(),
});
export type SettlementSetting = z.infer<typeof settlementSetting>;
