import { bigint, date, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { CONTROLLING, CYCLES, ORDER_STATUSES, TIER_WAYS } from '#domains/agreements/contract/payment-models.ts';
import { moment } from '#platform/server/postgres/columns.ts';
import { PAYMENT_MODEL_NAMES } from '#traffic/money/contract/payment-models.ts';

const money = (name: string) => numeric(name, { precision: 14, scale: 6 });
const share = (name: string) => numeric(name, { precision: 7, scale: 4 });
const day = (name: string) => date(name, { mode: 'string' });

const made = {
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
};

export const paymentModelTable = pgTable('payment_model', {
  key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  ...made,
  removedAt: moment('removed_at'),
});

/** Terms of a model: a version for each change, each from its first day on. */
export const paymentTermsTable = pgTable(
  'payment_terms',
  {
    key: integer('key').notNull(),
    version: integer('version').notNull(),
    model: text('model', { enum: PAYMENT_MODEL_NAMES }).notNull(),
    event: text('event').notNull(),
    rate: money('rate'),
    percent: share('percent'),
    fixed: money('fixed'),
    currency: text('currency').notNull(),
    orderStatus: text('order_status', { enum: ORDER_STATUSES }).array().notNull().default([]),
    tiers: jsonb('tiers').$type<{ up_to: number | null; rate: string }[]>().notNull().default([]),
    tiersApply: text('tiers_apply', { enum: TIER_WAYS }).notNull().default('within'),
    minGuarantee: money('min_guarantee'),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.key, t.version] })],
);

export const publisherPaymentTable = pgTable('publisher_payment', {
  key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  campaign: text('campaign').notNull().default(''),
  paymentModel: integer('payment_model').notNull(),
  rateOverride: money('rate_override'),
  percentOverride: share('percent_override'),
  cap: bigint('cap', { mode: 'number' }),
  budget: money('budget'),
  holdDays: integer('hold_days').notNull().default(0),
  withholdingPercent: share('withholding_percent').notNull().default('0'),
  validFrom: day('valid_from'),
  validTo: day('valid_to'),
  ...made,
  removedAt: moment('removed_at'),
});

export const settlementSettingTable = pgTable('settlement_setting', {
  key: integer('key').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  publisher: text('publisher').notNull().default(''),
  cycle: text('cycle', { enum: CYCLES }).notNull(),
  dueDays: integer('due_days').notNull(),
  taxPercent: share('tax_percent').notNull(),
  tolerance: share('tolerance').notNull(),
  controlling: text('controlling', { enum: CONTROLLING }).notNull(),
  invalidAllowancePercent: share('invalid_allowance_percent').notNull(),
  maxDeductionPercent: share('max_deduction_percent').notNull(),
  minPayout: money('min_payout').notNull(),
  invoicePrefix: text('invoice_prefix').notNull(),
  ...made,
});
