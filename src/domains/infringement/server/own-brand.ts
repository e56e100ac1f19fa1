import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { refuse } from './refuse.ts';

/** Whose ads run on the names of a brand is about all its partners: not for who is kept to some vendors. */
export function ownBrand(scope: Scope, packageName: string): string {
  requireMay(scope, 'rules.read');
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all') throw refuse('ads_other_agency', {}, { as: 'forbidden', field: 'package_name' });
  return packageName;
}

/** The same for who changes something. */
export function changedBrand(scope: Scope, packageName: string): string {
  requireMay(scope, 'rules.write');
  return ownBrand(scope, packageName);
}

/** Of a package that is not the caller's it is as unknown as one that does not exist. */
export function ownRow<R extends { packageName: string }>(scope: Scope, row: R | undefined): R {
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName))) throw appError('not_found');
  ownBrand(scope, row.packageName);
  return row;
}
