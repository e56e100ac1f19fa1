import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Stores } from '#platform/server/stores.ts';

export interface SupplyParts extends Stores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

export interface SupplyRouteParts extends SupplyParts {
  jobs: Pick<Jobs, 'enqueue'>;
}

export interface FetchParts extends SupplyParts {
  outbound: Pick<Outbound, 'getText'>;
  openIncident: (incident: NewIncident) => Promise<{ id: number }>;
}
