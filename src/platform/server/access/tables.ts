import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const list = (name: string) => text(name).array().notNull().default(sql`'{}'`);

export const appUser = pgTable('app_user', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  role: text('role').notNull(),
  publishers: list('publishers'),
  vendors: list('vendors'),
  fraudTypes: list('fraud_types'),
  twoFactor: boolean('two_factor').notNull().default(false),
  disabledAt: moment('disabled_at'),
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
  },
  (t) => [primaryKey({ columns: [t.userId, t.packageName] })],
);

export const humanCheckUsed = pgTable('human_check_used', {
  challenge: text('challenge').primaryKey(),
  usedAt: moment('used_at').notNull().defaultNow(),
});
