import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';

export interface AccountToolParts {
  database: Database;
  clickhouse: ClickHouse;
  outbound: Outbound;
  now: () => Date;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** Of the newest lists. */
  enricher: () => Enricher;
  /** Reports of a package that are kept, by its name. */
  reportCounts: (scope: Scope, packages: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** What numbers of accounts and browsers are hashed with. */
  accountToolsKey: Buffer;
  /** The operator's service that says whose an account is; absent: only the form is looked at. */
  bankService: { url: string; key: string } | undefined;
  /** Origins of other sites whose pages may stand in a frame. */
  embedOrigins: readonly string[];
}
