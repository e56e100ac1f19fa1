import { integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core';
import { AD_PLATFORMS } from '#domains/account-tools/contract/accounts.ts';
import { BANK_REASONS, BANK_SCHEMES, BANK_STATES } from '#domains/account-tools/contract/bank.ts';
import { FOOTPRINT_KINDS, type FootprintView } from '#domains/account-tools/contract/footprint.ts';
import { DEVICE_RISKS } from '#domains/account-tools/contract/frames.ts';
import { MERCHANT_REASONS, MERCHANT_STATES } from '#domains/account-tools/contract/merchants.ts';
import { bytes, moment } from '#platform/server/postgres/columns.ts';

const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const word = (name: string) => text(name).notNull();

export const bankCheckTable = pgTable('bank_check', {
  id: id(),
  packageName: word('package_name'),
  publisher: word('publisher'),
  scheme: text('scheme', { enum: BANK_SCHEMES }).notNull(),
  holder: word('holder'),
  masked: word('masked'),
  numberHash: bytes('number_hash').notNull(),
  country: word('country'),
  bankCode: word('bank_code'),
  state: text('state', { enum: BANK_STATES }).notNull(),
  reasons: text('reasons', { enum: BANK_REASONS }).array().notNull().default([]),
  checker: word('checker'),
  author: word('author'),
  checkedAt: moment('checked_at').notNull(),
});

export const merchantBatchTable = pgTable('merchant_batch', {
  id: id(),
  packageName: word('package_name'),
  author: word('author'),
  addedAt: moment('added_at').notNull(),
});

export const merchantTable = pgTable('merchant', {
  id: id(),
  packageName: word('package_name'),
  batchId: integer('batch_id').notNull(),
  line: integer('line').notNull(),
  name: word('name'),
  legalName: word('legal_name'),
  country: word('country'),
  email: word('email'),
  phone: word('phone'),
  website: word('website'),
  bankScheme: text('bank_scheme', { enum: BANK_SCHEMES }),
  bankMasked: word('bank_masked'),
  bankHash: bytes('bank_hash'),
  state: text('state', { enum: MERCHANT_STATES }).notNull(),
  reasons: text('reasons', { enum: MERCHANT_REASONS }).array().notNull().default([]),
  author: word('author'),
  addedAt: moment('added_at').notNull(),
});

export const footprintTable = pgTable('footprint', {
  id: id(),
  packageName: word('package_name'),
  kind: text('kind', { enum: FOOTPRINT_KINDS }).notNull(),
  value: word('value'),
  purpose: word('purpose'),
  score: integer('score').notNull(),
  found: jsonb('found').$type<Pick<FootprintView, 'signals' | 'seen' | 'not_looked'>>().notNull(),
  author: word('author'),
  lookedAt: moment('looked_at').notNull(),
});

export const linkedAccountTable = pgTable('linked_account', {
  id: id(),
  packageName: word('package_name'),
  platform: text('platform', { enum: AD_PLATFORMS }).notNull(),
  accountId: word('account_id'),
  name: word('name'),
  note: word('note'),
  linkedBy: word('linked_by'),
  linkedAt: moment('linked_at').notNull(),
});

export const embeddedPageTable = pgTable('embedded_page', {
  packageName: text('package_name').primaryKey(),
  url: word('url'),
  setBy: word('set_by'),
  setAt: moment('set_at').notNull(),
});

export const devicePrintTable = pgTable(
  'device_print',
  {
    packageName: word('package_name'),
    userId: integer('user_id').notNull(),
    visitorId: word('visitor_id'),
    confidence: real('confidence').notNull(),
    userAgent: word('user_agent'),
    risks: text('risks', { enum: DEVICE_RISKS }).array().notNull().default([]),
    seenCount: integer('seen_count').notNull(),
    firstSeen: moment('first_seen').notNull(),
    lastSeen: moment('last_seen').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.userId, t.visitorId] })],
);
