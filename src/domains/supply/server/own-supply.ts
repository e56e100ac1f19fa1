import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { refuse } from './refuse.ts';
import type { StoredFile } from './tables.ts';

/** Who sells is about all partners of a package: not for who is kept to some of them. */
export function ownSupply(scope: Scope, packageName: string): string {
  requireMay(scope, 'rules.read');
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('supply_other_agency', {}, { as: 'forbidden', field: 'package_name' });
  return packageName;
}

/** The same for who changes something. */
export function changedSupply(scope: Scope, packageName: string): string {
  requireMay(scope, 'rules.write');
  return ownSupply(scope, packageName);
}

/** Of a package that is not the caller's it is as unknown as one that does not exist. */
export function ownFile(scope: Scope, row: StoredFile | undefined): StoredFile {
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName))) throw appError('not_found');
  ownSupply(scope, row.packageName);
  return row;
}
