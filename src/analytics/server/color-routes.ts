import { asc } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { colors } from '../contract/color.ts';

export const colorConfig = pgTable('color_config', {
  category: text('category').primaryKey(),
  color: text('color').notNull(),
});

/** Category → theme token or own colour, as stored. */
export async function configuredColors(database: Pick<Database, 'db'>): Promise<Record<string, string>> {
  const rows = await database.db.select().from(colorConfig).orderBy(asc(colorConfig.category));
  return Object.fromEntries(rows.map(({ category, color }) => [category, color]));
}

/** The stored colours; the migration brings the defaults, an operator may change a row. */
export function colorRoutes({ database }: { database: Database }): Route[] {
  return implement(colors)({
    colors: async () => ok(await configuredColors(database)),
  });
}
