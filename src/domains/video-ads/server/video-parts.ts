import type { OutsideEmbed } from '#analytics/server/embed-routes.ts';
import type { Registered } from '#domains/publishers/contract/registered.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Enqueue } from '#platform/server/jobs/job.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { IntakeLog } from '#traffic/collector/server/intake-log.ts';
import type { AskerParts } from '#traffic/collector/server/verdict/asker.ts';

export interface SetupParts extends Stores {
  jobs: { enqueue: Enqueue };
  files: Files;
  /** Where people reach this installation, without a closing slash. */
  publicUrl: () => string;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  outbound: Outbound;
  /** A dashboard of another product, where the operator has one. */
  outsideEmbed: OutsideEmbed | undefined;
  now: () => Date;
}

/** What players reach. */
export interface PlayerParts extends AskerParts {
  intakeLog: IntakeLog;
  publisherRegister: { ofPackage(db: Database['db'], packageName: string): Promise<Registered[]> };
  files: Files;
  publicUrl: () => string;
  /** Seals tracking addresses and hides whom a cap counts. */
  videoKey: Buffer;
  now: () => Date;
}
