import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, textList } from '#platform/server/postgres/columns.ts';
import {
  FILE_STATES,
  ORIGINS,
  SAYS,
  SUPPLY_KINDS,
  type SupplyFault,
  type SupplyRecord,
  type SupplyVariable,
} from '../contract/supply-file.ts';

export const supplyFile = pgTable('supply_file', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  kind: text('kind', { enum: SUPPLY_KINDS }).notNull(),
  domain: text('domain').notNull(),
  apps: textList('apps'),
  watched: boolean('watched').notNull(),
  state: text('state', { enum: FILE_STATES }).notNull().default('new'),
  problem: text('problem').notNull().default(''),
  checkedAt: moment('checked_at'),
  changedAt: moment('changed_at'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Grows with every change of its versions: of what events are compared with the highest holds. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  /** The revision that events are compared with, all of it. */
  compared: bigint('compared', { mode: 'number' }).notNull().default(-1),
});
export type StoredFile = typeof supplyFile.$inferSelect;

export const supplyVersion = pgTable('supply_version', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  fileId: integer('file_id').notNull(),
  origin: text('origin', { enum: ORIGINS }).notNull(),
  hash: text('hash').notNull(),
  says: text('says', { enum: SAYS }).notNull(),
  readAt: moment('read_at').notNull(),
  validFrom: moment('valid_from').notNull(),
  validUntil: moment('valid_until'),
  /** Of an old version neither these nor what differs are kept, only how many they were. */
  records: jsonb('records').$type<SupplyRecord[]>().notNull(),
  variables: jsonb('variables').$type<SupplyVariable[]>().notNull(),
  faults: jsonb('faults').$type<SupplyFault[]>().notNull(),
  /** The first of each. */
  added: jsonb('added').$type<SupplyRecord[]>().notNull(),
  removed: jsonb('removed').$type<SupplyRecord[]>().notNull(),
  createdBy: text('created_by').notNull(),
  /** Its records lie where events are compared, all of them. */
  recorded: boolean('recorded').notNull().default(false),
  recordCount: integer('record_count').notNull().default(0),
  faultCount: integer('fault_count').notNull().default(0),
  addedCount: integer('added_count').notNull().default(0),
  removedCount: integer('removed_count').notNull().default(0),
});
export type StoredVersion = typeof supplyVersion.$inferSelect;
