import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';

export interface TicketParts extends Stores {
  /** 404 for an unknown package: an administrator may name any. */
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

export type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];
