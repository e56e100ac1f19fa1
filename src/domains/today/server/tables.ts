import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/postgres/columns.ts';

/** When a person last looked at the page of a package, and when the visit before that ended. */
export const todayVisitTable = pgTable(
  'today_visit',
  {
    userId: integer('user_id').notNull(),
    packageName: text('package_name').notNull(),
    visitedAt: moment('visited_at').notNull(),
    /** Null during the first visit. */
    previousAt: moment('previous_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.packageName] })],
);
