import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { BoardCard } from '#domains/explore/contract/board-endpoints.ts';
import { moment } from '#platform/server/postgres/columns.ts';

export const ownBoard = pgTable('own_board', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  ownerId: integer('owner_id').notNull(),
  name: text('name').notNull(),
  shared: boolean('shared').notNull().default(false),
  cards: jsonb('cards').$type<BoardCard[]>().notNull(),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  removedAt: moment('removed_at'),
});
