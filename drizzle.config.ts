import { defineConfig } from 'drizzle-kit';

/** Only drafts SQL: `npx drizzle-kit generate`, then move what is wanted into the next `db/postgres/NNNN_name.sql`. Those files are law. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/server/*tables.ts',
  out: './.tmp/drizzle',
});
