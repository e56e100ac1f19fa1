import type { Way } from '#domains/disputes/contract/dispute.ts';
import type { EvidenceBook } from '#domains/evidence/contract/evidence-book.ts';
import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Actor, Scope } from '#platform/server/access/scope.ts';
import type { Sql } from '#platform/server/clickhouse/sql.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Db, Tx } from './standing.ts';

export interface DisputeParts extends Stores {
  jobs: Jobs;
  evidenceBook: EvidenceBook<Db, Tx, Sql, FileAnswer>;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  openIncident: (incident: NewIncident) => Promise<{ id: number }>;
  now: () => Date;
}

/** Who speaks for the publisher, and how they came in. */
export interface Answerer {
  name: string;
  way: Way;
  actor: Actor;
}
