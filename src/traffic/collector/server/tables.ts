import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

const kind = () => text('kind', { enum: EVENT_KINDS }).notNull();
const packageName = () => text('package_name').notNull();

export const writeKey = pgTable('write_key', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  name: text('name').notNull(),
  hash: bytes('hash').notNull(),
  hint: text('hint').notNull(),
  origins: textList('origins'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
  perSecond: integer('per_second'),
  perDay: integer('per_day'),
});

export const senderNote = pgTable(
  'sender_note',
  {
    keyId: integer('key_id').notNull(),
    note: text('note').notNull(),
    detail: text('detail').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.note, t.detail] })],
);

export const intakeBatch = pgTable('intake_batch', {
  seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  kind: kind(),
  receivedAt: moment('received_at').notNull(),
  n: integer('n').notNull(),
  events: bytes('events').notNull(),
  loadId: integer('load_id'),
  /** Whose it is among those of its package; null for programs of our own. */
  keyId: integer('key_id'),
});

export const intakeSeen = pgTable('intake_seen', {
  event: uuid('event').primaryKey(),
  seenAt: moment('seen_at').notNull(),
});

export const deadLetter = pgTable('dead_letter', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  kind: kind(),
  receivedAt: moment('received_at').notNull(),
  eventId: text('event_id').notNull(),
  event: text('event').notNull(),
  field: text('field').notNull(),
  reason: text('reason').notNull(),
});

const count = (name: string) => integer(name).notNull().default(0);

export const intakeCount = pgTable(
  'intake_count',
  {
    packageName: packageName(),
    at: moment('at').notNull(),
    /** Who counted: those that store at the same time do not wait for one another. */
    writer: count('writer'),
    accepted: count('accepted'),
    duplicates: count('duplicates'),
    dead: count('dead'),
    loaded: count('loaded'),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.at, t.writer] })],
);
