import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
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
  records: jsonb('records').$type<SupplyRecord[]>().notNull(),
  variables: jsonb('variables').$type<SupplyVariable[]>().notNull(),
  faults: jsonb('faults').$type<SupplyFault[]>().notNull(),
  added: jsonb('added').$type<SupplyRecord[]>().notNull(),
  removed: jsonb('removed').$type<SupplyRecord[]>().notNull(),
  createdBy: text('created_by').notNull(),
});
export type StoredVersion = typeof supplyVersion.$inferSelect;
