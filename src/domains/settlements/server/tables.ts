import { bigint, date, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PayoutRow, PayoutTotal } from '#domains/settlements/contract/payout.ts';
import type { SettlementDocument } from '#domains/settlements/contract/settled-book.ts';
import { SETTLEMENT_STATES } from '#domains/settlements/contract/states.ts';
import { moment } from '#platform/server/postgres/columns.ts';
import type { Basis } from './basis.ts';

const day = (name: string) => date(name, { mode: 'string' });
const amount = numeric('amount', { precision: 20, scale: 6 }).notNull();

export const settlementTable = pgTable('settlement', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  periodFrom: day('period_from').notNull(),
  periodTo: day('period_to').notNull(),
  state: text('state', { enum: SETTLEMENT_STATES }).notNull(),
  rows: jsonb('rows').$type<PayoutRow[]>().notNull(),
  totals: jsonb('totals').$type<PayoutTotal[]>().notNull(),
  basis: jsonb('basis').$type<Basis>().notNull(),
  documents: jsonb('documents').$type<SettlementDocument[]>().notNull().default([]),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  approvedBy: text('approved_by'),
  approvedAt: moment('approved_at'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const partnerCountTable = pgTable(
  'partner_count',
  {
    packageName: text('package_name').notNull(),
    publisher: text('publisher').notNull(),
    campaign: text('campaign').notNull(),
    event: text('event').notNull(),
    model: text('model').notNull().default(''),
    periodFrom: day('period_from').notNull(),
    periodTo: day('period_to').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.packageName, t.publisher, t.campaign, t.event, t.model, t.periodFrom, t.periodTo] }),
  ],
);

export const adjustmentTable = pgTable('settlement_adjustment', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  currency: text('currency').notNull(),
  amount,
  reason: text('reason').notNull(),
  kind: text('kind', { enum: ['entered', 'late', 'carried'] })
    .notNull()
    .default('entered'),
  withholding: numeric('withholding', { precision: 20, scale: 6 }).notNull().default('0'),
  ofSettlement: integer('of_settlement'),
  settlementId: integer('settlement_id'),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const adSpendTable = pgTable('ad_spend', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  campaign: text('campaign').notNull(),
  month: day('month').notNull(),
  amount,
  currency: text('currency').notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
