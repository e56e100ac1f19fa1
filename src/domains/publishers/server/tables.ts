import { bigint, boolean, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { PUBLISHER_STATES } from '#domains/publishers/contract/register-endpoints.ts';
import { moment } from '#platform/server/postgres/columns.ts';

export const publisherTable = pgTable('publisher', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  contact: text('contact').notNull().default(''),
  email: text('email').notNull().default(''),
  status: text('status', { enum: PUBLISHER_STATES }).notNull().default('active'),
  notes: text('notes').notNull().default(''),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const clickTable = pgTable('configuration_click', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  action: text('action').notNull(),
  publisher: text('publisher').notNull().default(''),
  dashboardType: text('dashboard_type').notNull().default(''),
  configurationName: text('configuration_name').notNull().default(''),
  clickedAt: moment('clicked_at').notNull(),
  status: smallint('status'),
});

export const metaCampaign = pgTable(
  'meta_campaign',
  {
    packageName: text('package_name').notNull(),
    campaign: text('campaign').notNull(),
    adAccount: text('ad_account').notNull().default(''),
    targetCost: numeric('target_cost', { precision: 15, scale: 6 }),
    active: boolean('active').notNull().default(true),
    notes: text('notes').notNull().default(''),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.campaign] })],
);
