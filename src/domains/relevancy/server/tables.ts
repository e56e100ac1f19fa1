import { bigint, boolean, customType, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIST_HOLDS, LIST_KINDS } from '#domains/relevancy/contract/video-list.ts';
import { moment, textList } from '#platform/server/postgres/columns.ts';

const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const videoTable = pgTable('video', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  url: text('url').notNull(),
  source: text('source', { enum: ['import', 'sample'] }).notNull(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  tags: text('tags').notNull().default(''),
  transcript: text('transcript').notNull().default(''),
  channelId: text('channel_id').notNull().default(''),
  channelName: text('channel_name').notNull().default(''),
  category: text('category').notNull().default(''),
  language: text('language').notNull(),
  countries: textList('countries'),
  views: bigint('views', { mode: 'number' }).notNull().default(0),
  lengthSeconds: integer('length_seconds').notNull().default(0),
  publishedOn: date('published_on', { mode: 'string' }),
  madeForKids: boolean('made_for_kids').notNull().default(false),
  ageRestricted: boolean('age_restricted').notNull().default(false),
  importedAt: moment('imported_at').notNull().defaultNow(),
  search: words('search').notNull(),
});

export const catalogueTable = pgTable('video_catalogue', {
  id: integer('id').primaryKey(),
  complete: boolean('complete').notNull().default(false),
});

export const quotaTable = pgTable(
  'video_quota',
  {
    vendor: text('vendor').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    units: integer('units').notNull(),
  },
  (t) => [primaryKey({ columns: [t.vendor, t.day] })],
);

export const answerTable = pgTable(
  'video_answer',
  {
    vendor: text('vendor').notNull(),
    question: text('question').notNull(),
    answer: jsonb('answer').notNull().$type<unknown>(),
    askedAt: moment('asked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.vendor, t.question] })],
);

export const listTable = pgTable('video_list', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name').notNull(),
  name: text('name').notNull(),
  kind: text('kind', { enum: LIST_KINDS }).notNull(),
  holds: text('holds', { enum: LIST_HOLDS }).notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
  removedAt: moment('removed_at'),
});
export type StoredList = typeof listTable.$inferSelect;

export const listEntryTable = pgTable('video_list_entry', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  listId: integer('list_id').notNull(),
  item: text('item').notNull(),
  videoUrl: text('video_url').notNull(),
  title: text('title').notNull(),
  channelId: text('channel_id').notNull(),
  channelName: text('channel_name').notNull(),
  addedBy: text('added_by').notNull(),
  addedAt: moment('added_at').notNull(),
});
export type StoredEntry = typeof listEntryTable.$inferSelect;
