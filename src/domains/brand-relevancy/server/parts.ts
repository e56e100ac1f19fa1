import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';

/** What requirements and trackers need of the composition. */
export interface BrandParts extends Stores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
