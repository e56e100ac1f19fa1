import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
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
