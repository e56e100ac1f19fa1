import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment, textList } from '../postgres/columns.ts';

export const appUser = pgTable('app_user', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text('role').notNull(),
  publishers: textList('publishers'),
  vendors: textList('vendors'),
  fraudTypes: textList('fraud_types'),
  twoFactor: boolean('two_factor').notNull().default(false),
  disabledAt: moment('disabled_at'),
  /** Null while a sign-up waits for the code of its mail. */
  verifiedAt: moment('verified_at').defaultNow(),
  domainName: text('domain_name'),
  packageName: text('package_name'),
  /** Of mails. */
  language: text('language').notNull().default('en'),
  passwordChangedAt: moment('password_changed_at'),
  twoFactorMethod: text('two_factor_method', { enum: ['mail', 'app'] })
    .notNull()
    .default('mail'),
  totpSecret: text('totp_secret'),
  totpStep: bigint('totp_step', { mode: 'number' }),
  phone: text('phone').notNull().default(''),
  invitedAt: moment('invited_at'),
  version: integer('version').notNull().default(1),
  rights: integer('rights').notNull().default(1),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: integer('user_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
  ip: text('ip').notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  viewAs: integer('view_as'),
});

export const packageTable = pgTable('package', {
  name: text('name').primaryKey(),
  title: text('title').notNull(),
  platform: text('platform', { enum: ['web', 'app'] }).notNull(),
  domain: text('domain').notNull().default(''),
  dashboardTypes: text('dashboard_types').array().notNull(),
  currency: text('currency').notNull().default('USD'),
  timeZone: text('time_zone').notNull().default('UTC'),
  suspectCountsAs: text('suspect_counts_as', { enum: ['clean', 'fraud'] })
    .notNull()
    .default('clean'),
  demo: boolean('demo').notNull().default(false),
  active: boolean('active').notNull().default(true),
  id: integer('id').generatedAlwaysAsIdentity(),
  version: integer('version').notNull().default(1),
  retentionDays: integer('retention_days'),
  truncateAfterDays: integer('truncate_after_days'),
  /** Who signed up for it and decides who else may; null: administrators only. */
  ownerId: integer('owner_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const userPackage = pgTable(
  'user_package',
  {
    userId: integer('user_id').notNull(),
    packageName: text('package_name').notNull(),
    menu: text('menu').array(),
    dashboardTypes: text('dashboard_types').array(),
    position: integer('position').notNull().default(0),
    id: integer('id').generatedAlwaysAsIdentity(),
    filters: text('filters').array(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.packageName] })],
);

export const apiToken = pgTable('api_token', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  hash: bytes('hash').notNull(),
  hint: text('hint').notNull(),
  permissions: text('permissions').array().notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at'),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
});

export const packageRequest = pgTable('package_request', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id').notNull(),
  packageName: text('package_name').notNull(),
  state: text('state', { enum: ['open', 'approved', 'refused'] })
    .notNull()
    .default('open'),
  createdAt: moment('created_at').notNull().defaultNow(),
  decidedAt: moment('decided_at'),
  decidedBy: text('decided_by'),
});

export const menuEntryTable = pgTable('menu_entry', {
  pageId: text('page_id').primaryKey(),
  category: text('category').notNull(),
  categoryIcon: text('category_icon').notNull().default(''),
  subCategory: text('sub_category').notNull().default(''),
  subCategoryIcon: text('sub_category_icon').notNull().default(''),
  menuTitle: text('menu_title').notNull(),
  menuIcon: text('menu_icon').notNull().default(''),
  route: text('route').notNull().default(''),
  version: integer('version').notNull().default(1),
});
