import type { Registered } from '#domains/publishers/contract/registered.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Db, Tx } from './own-campaign.ts';

/** What tracking needs of the register of publishers. */
interface Register {
  ofPackage(db: Db | Tx, packageName: string): Promise<Registered[]>;
  byId(db: Db | Tx, ids: readonly number[]): Promise<Registered[]>;
  named(
    scope: Scope,
    tx: Tx,
    wanted: Pick<Registered, 'packageName' | 'name' | 'email' | 'status'>,
  ): Promise<Registered>;
  edit(scope: Scope, tx: Tx, id: number, wanted: Pick<Registered, 'email' | 'status'>, now: Date): Promise<Registered>;
}

export interface SetupParts extends Stores {
  publisherRegister: Register;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  /** Where people reach this installation, without a closing slash. */
  publicUrl: () => string;
  now: () => Date;
}
