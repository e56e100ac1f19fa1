import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { DataFolder } from '#platform/server/data-folder.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Wake } from '#platform/server/jobs/loop.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { ImportDeps } from '#traffic/intake/server/run-import.ts';
import type { ListInfo } from '#traffic/lists/contract/lists.ts';

/** Everything a running Adsieve holds; made once by `openContext`, handed to routes, jobs and commands. */
export interface AppContext {
  config: Config;
  folder: DataFolder;
  /** What all processes share, wherever it lies. */
  files: Files;
  database: Database;
  clickhouse: ClickHouse;
  jobs: Jobs;
  mailer: Mailer;
  /** Tests: who answers in the place of the internet. */
  outbound?: Outbound;
  clock: Clock;
  /** What imports need; `enricher` is the one of the newest lists. */
  imports: ImportDeps;
  /** Tells whoever loads live traffic that some has come. */
  loadWake: Wake;
  /** Every list in use, with its date and size. */
  lists(): readonly ListInfo[];
  /** Day of the list behind a fact, of the lists as they are now. */
  listDate: (entry: string) => string | null;
  /** Opens the lists again after one was loaded or removed; events judged before keep their facts. */
  reopenLists(): Promise<void>;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** Orderly stop: jobs, then queries, then engines, then the lock. */
  close(): Promise<void>;
}

/** Where people reach Adsieve, without a slash at the end: as set, else where it listens. */
export const publicUrlOf = ({ config, folder }: AppContext): string =>
  config.publicUrl ?? (folder.address() || `http://${config.host}:${config.port}`);
