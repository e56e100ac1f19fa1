import { date, integer, numeric, pgTable, pgView, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';
import { PAYMENT_MODEL_NAMES } from '#traffic/money/contract/payment-models.ts';
import { PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';

export const priceTable = pgTable('price', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  publisher: text('publisher').notNull(),
  basis: text('basis', { enum: PRICE_BASIS_NAMES }).notNull(),
  eventName: text('event_name').notNull(),
  amount: numeric('amount', { precision: 14, scale: 6 }),
  currency: text('currency').notNull(),
  validFrom: date('valid_from', { mode: 'string' }).notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
  removedBy: text('removed_by'),
});

/** Made of the tables of agreements, which tell by it what their terms say of one event. */
export const agreedPriceView = pgView('agreed_price', {
  packageName: text('package_name').notNull(),
  agreement: integer('agreement').notNull(),
  name: text('name').notNull(),
  model: text('model', { enum: PAYMENT_MODEL_NAMES }).notNull(),
  publisher: text('publisher').notNull(),
  campaign: text('campaign').notNull(),
  eventName: text('event_name').notNull(),
  amount: numeric('amount', { precision: 14, scale: 6 }).notNull(),
  share: numeric('share', { precision: 7, scale: 4 }).notNull(),
  currency: text('currency').notNull(),
  validFrom: date('valid_from', { mode: 'string' }).notNull(),
  validTo: date('valid_to', { mode: 'string' }),
}).existing();

export const exchangeRateTable = pgTable(
  'exchange_rate',
  {
    packageName: text('package_name').notNull(),
    base: text('base').notNull(),
    quote: text('quote').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    rate: numeric('rate', { precision: 20, scale: 8 }).notNull(),
    holdsDays: smallint('holds_days'),
    author: text('author').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    removedAt: moment('removed_at'),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.base, t.quote, t.day] })],
);
