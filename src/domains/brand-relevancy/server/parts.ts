import type { Database } from '#platform/server/postgres/postgres.ts';

/** What requirements and trackers need of the composition. */
export interface BrandParts {
  database: Database;
  now: () => Date;
}

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
