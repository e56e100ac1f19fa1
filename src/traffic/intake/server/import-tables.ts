import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';
import {
  type BlindDetector,
  IMPORT_STATES,
  type LeftOut,
  type ReplaceDay,
} from '#traffic/intake/contract/import-endpoints.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

export const importTable = pgTable('import', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  fileId: uuid('file_id').notNull(),
  fileName: text('file_name').notNull(),
  fileBytes: bigint('file_bytes', { mode: 'number' }).notNull(),
  mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
  state: text('state', { enum: IMPORT_STATES }).notNull().default('queued'),
  cancelRequested: boolean('cancel_requested').notNull().default(false),
  progress: doublePrecision('progress').notNull().default(0),
  rowsPerSecond: doublePrecision('rows_per_second').notNull().default(0),
  secondsLeft: doublePrecision('seconds_left'),
  records: count('records'),
  rejected: count('rejected'),
  leftOut: jsonb('left_out').$type<LeftOut[]>().notNull().default([]),
  duplicates: count('duplicates'),
  replacing: boolean('replacing').notNull().default(false),
  replacePlan: jsonb('replace_plan').$type<ReplaceDay[]>(),
  replaceDays: jsonb('replace_days').$type<string[]>(),
  replaced: count('replaced'),
  firstTs: moment('first_ts'),
  lastTs: moment('last_ts'),
  /** Of the collector: loaded by itself, and nothing a person lists, stops or takes back. */
  live: boolean('live').notNull().default(false),
  blind: jsonb('blind').$type<BlindDetector[]>().notNull().default([]),
  error: text('error'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
});

export type ImportRow = typeof importTable.$inferSelect;

export const importRejectTable = pgTable(
  'import_reject',
  {
    importId: integer('import_id').notNull(),
    columnName: text('column_name').notNull(),
    reason: text('reason').notNull(),
    records: count('records'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.columnName, t.reason] })],
);

export const importMappingTable = pgTable(
  'import_mapping',
  {
    packageName: text('package_name').notNull(),
    fingerprint: text('fingerprint').notNull(),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
    savedBy: text('saved_by').notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.packageName, t.fingerprint] })],
);

export const importFileTable = pgTable('import_file', {
  id: uuid('id').primaryKey(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  storedBy: text('stored_by').notNull(),
  storedAt: moment('stored_at').notNull().defaultNow(),
});
