import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';

export const feedStep = pgTable('feed_step', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  what: text('what', { enum: ['rows', 'import', 'before'] }).notNull(),
  packageName: text('package_name'),
  importId: integer('import_id'),
  firstTs: moment('first_ts'),
  lastTs: moment('last_ts'),
  openedAt: moment('opened_at').notNull().defaultNow(),
  toldAt: moment('told_at'),
});

export const feedHead = pgTable('feed_head', {
  packageName: text('package_name').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  forgotten: bigint('forgotten', { mode: 'number' }).notNull().default(0),
});

export const feedEntry = pgTable(
  'feed_entry',
  {
    packageName: text('package_name').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    stepId: bigint('step_id', { mode: 'number' }).notNull(),
    toldAt: moment('told_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.seq] })],
);
