import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';

/** Sources a person has seen in the worklist of a package. */
export const sourceSeenTable = pgTable(
  'source_seen',
  {
    userId: integer('user_id').notNull(),
    packageName: text('package_name').notNull(),
    publisher: text('publisher').notNull(),
    subPublisher: text('sub_publisher').notNull(),
    /** When the visit began in which it was seen first. */
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.packageName, t.publisher, t.subPublisher] })],
);
