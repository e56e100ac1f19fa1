import { bigint, boolean, date, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { FINDINGS, POOL_KINDS, USE_SOURCES, VALUE_KINDS } from '#domains/infringement/contract/coupon.ts';
import { DOMAIN_STATUSES, TECHNIQUES } from '#domains/infringement/contract/domain-endpoints.ts';
import { AD_SOURCES, AD_STATES, CLASSIFICATIONS, PARTY_KINDS } from '#domains/infringement/contract/search-ad.ts';
import { moment, textList } from '#platform/server/postgres/columns.ts';

export const searchParty = pgTable('search_party', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: PARTY_KINDS }).notNull(),
  value: text('value').notNull(),
  publisher: text('publisher').notNull().default(''),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type PartyRow = typeof searchParty.$inferSelect;

export const searchAd = pgTable('search_ad', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  keyword: text('keyword').notNull(),
  country: text('country').notNull(),
  device: text('device').notNull(),
  observedAt: moment('observed_at').notNull(),
  position: integer('position'),
  advertiser: text('advertiser').notNull(),
  displayUrl: text('display_url').notNull(),
  finalUrl: text('final_url').notNull(),
  chain: textList('chain'),
  captureUrl: text('capture_url').notNull(),
  note: text('note').notNull(),
  source: text('source', { enum: AD_SOURCES }).notNull(),
  domain: text('domain').notNull(),
  classification: text('classification', { enum: CLASSIFICATIONS }).notNull(),
  network: text('network').notNull(),
  affiliateId: text('affiliate_id').notNull(),
  publisher: text('publisher').notNull(),
  isProtected: boolean('is_protected').notNull(),
  isHijack: boolean('is_hijack').notNull(),
  state: text('state', { enum: AD_STATES }).notNull().default('new'),
  incidentId: bigint('incident_id', { mode: 'number' }),
  ticketId: bigint('ticket_id', { mode: 'number' }),
  fingerprint: text('fingerprint').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type StoredAd = typeof searchAd.$inferSelect;

export const trackedDomain = pgTable('tracked_domain', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  domain: text('domain').notNull(),
  madeFrom: text('made_from').notNull().default(''),
  technique: text('technique', { enum: ['', ...TECHNIQUES] })
    .notNull()
    .default(''),
  status: text('status', { enum: DOMAIN_STATUSES }).notNull().default('unchecked'),
  addresses: textList('addresses'),
  takesMail: boolean('takes_mail').notNull().default(false),
  certificateIssuer: text('certificate_issuer').notNull().default(''),
  certificateUntil: moment('certificate_until'),
  pageTitle: text('page_title').notNull().default(''),
  leadsTo: text('leads_to').notNull().default(''),
  namesBrand: boolean('names_brand').notNull().default(false),
  asksPassword: boolean('asks_password').notNull().default(false),
  problem: text('problem').notNull().default(''),
  checkedAt: moment('checked_at'),
  changedAt: moment('changed_at'),
  state: text('state', { enum: AD_STATES }).notNull().default('new'),
  incidentId: bigint('incident_id', { mode: 'number' }),
  ticketId: bigint('ticket_id', { mode: 'number' }),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  removedAt: moment('removed_at'),
});
export type StoredDomain = typeof trackedDomain.$inferSelect;

export const couponPool = pgTable('coupon_pool', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  kind: text('kind', { enum: POOL_KINDS }).notNull(),
  publisher: text('publisher').notNull(),
  prefix: text('prefix').notNull(),
  letters: integer('letters').notNull(),
  value: numeric('value', { precision: 12, scale: 2 }).notNull(),
  valueKind: text('value_kind', { enum: VALUE_KINDS }).notNull(),
  reward: numeric('reward', { precision: 12, scale: 2 }),
  leastCart: numeric('least_cart', { precision: 12, scale: 2 }).notNull(),
  firstDay: date('first_day', { mode: 'string' }),
  lastDay: date('last_day', { mode: 'string' }),
  mostUses: integer('most_uses'),
  mostByUser: integer('most_by_user'),
  countries: textList('countries'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
});
export type PoolStored = typeof couponPool.$inferSelect;

export const couponCode = pgTable('coupon_code', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  poolId: integer('pool_id').notNull(),
  code: text('code').notNull(),
  publisher: text('publisher').notNull(),
  owner: text('owner').notNull(),
  uses: integer('uses').notNull().default(0),
  issuedBy: text('issued_by').notNull(),
  issuedAt: moment('issued_at').notNull(),
  voidedAt: moment('voided_at'),
});
export type CodeStored = typeof couponCode.$inferSelect;

export const couponUse = pgTable('coupon_use', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  codeId: bigint('code_id', { mode: 'number' }),
  code: text('code').notNull(),
  usedAt: moment('used_at').notNull(),
  publisher: text('publisher').notNull(),
  referrer: text('referrer').notNull(),
  country: text('country').notNull(),
  orderId: text('order_id').notNull(),
  customer: text('customer').notNull(),
  amount: numeric('amount', { precision: 14, scale: 2 }),
  source: text('source', { enum: USE_SOURCES }).notNull(),
  findings: text('findings', { enum: FINDINGS }).array().notNull().default([]),
  state: text('state', { enum: AD_STATES }).notNull().default('new'),
  incidentId: bigint('incident_id', { mode: 'number' }),
  ticketId: bigint('ticket_id', { mode: 'number' }),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  eventId: uuid('event_id'),
  eventDay: date('event_day', { mode: 'string' }),
});
export type UseStored = typeof couponUse.$inferSelect;

/** What was taken of a day of events. */
export const couponEventDay = pgTable(
  'coupon_event_day',
  {
    packageName: text('package_name').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.day] })],
);
