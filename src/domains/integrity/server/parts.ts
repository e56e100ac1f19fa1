import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** A campaign as links name it. */
export interface TrackedCampaign {
  id: number;
  name: string;
  key: string;
  /** Of campaigns that are over there are no links. */
  status: 'active' | 'paused' | 'ended';
  /** What it takes by itself, before anything here is asked; none takes all. */
  countries: readonly string[];
  systems: readonly string[];
  /** Links without a signature are refused. */
  signedOnly: boolean;
}

export interface IntegrityParts extends Stores {
  /** Campaigns the caller sees, by name. */
  trackedCampaigns: (scope: Scope, packageName: string) => Promise<TrackedCampaign[]>;
  /** Publishers that have links, by name. */
  trackedPublishers: (scope: Scope, packageName: string) => Promise<{ id: number; name: string; key: string }[]>;
  /** 404 for an unknown number, 403 for a campaign of a foreign package or agency. */
  requireCampaign: (scope: Scope, id: number) => Promise<{ packageName: string; name: string }>;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** Of the installation: keys of links are derived from it. */
  linkMaster: Buffer;
  imports: { readonly enricher: Enricher };
  publicUrl: () => string;
  now: () => Date;
}
