import type { NewIncident } from '#domains/tickets/contract/new-incident.ts';
import type { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { LoadMoney } from '#traffic/money/server/load-money.ts';

/** A ticket of an incident; refused where a person works on one already. */
export type MakeTicket = (
  scope: Scope,
  incident: number,
  wanted: { priority: (typeof PRIORITIES)[number]; description: string },
) => Promise<{ id: number }>;

export interface InfringementParts extends Stores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  openIncident: (incident: NewIncident) => Promise<{ id: number }>;
  makeTicket: MakeTicket;
  moneyOf: LoadMoney;
  now: () => Date;
}

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
