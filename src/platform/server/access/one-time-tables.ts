import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '../postgres/columns.ts';

export const CODE_PURPOSES = ['sign_in', 'verify', 'two_factor'] as const;
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    userId: integer('user_id').notNull(),
    purpose: text('purpose', { enum: CODE_PURPOSES }).notNull(),
    codeHash: bytes('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    wrong: integer('wrong').notNull().default(0),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.purpose] })],
);

export const oneTimeToken = pgTable('one_time_token', {
  id: uuid('id').primaryKey(),
  userId: integer('user_id').notNull(),
  kind: text('kind', { enum: ['pre2fa', 'link', 'reset', 'invite'] }).notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: integer('user_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
