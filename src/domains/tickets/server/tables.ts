import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { INCIDENT_SOURCES, type IncidentEvidence } from '#domains/tickets/contract/new-incident.ts';
import { moment } from '#platform/server/postgres/columns.ts';

const caseColumns = () => ({
  category: text('category').notNull().default(''),
  subCategory: text('sub_category').notNull().default(''),
  brand: text('brand').notNull().default(''),
  channel: text('channel').notNull().default(''),
  subChannel: text('sub_channel').notNull().default(''),
  country: text('country').notNull().default(''),
  location: text('location').notNull().default(''),
  publisher: text('publisher').notNull().default(''),
  url: text('url').notNull().default(''),
});

export const incidentTable = pgTable('incident', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  source: text('source', { enum: INCIDENT_SOURCES }).notNull(),
  key: text('key').notNull(),
  title: text('title').notNull(),
  ...caseColumns(),
  evidence: jsonb('evidence').$type<IncidentEvidence>().notNull(),
  happenedAt: moment('happened_at').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
