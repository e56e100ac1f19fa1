import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { refuse } from './refuse.ts';

/** For reading or changing: who sees part of the traffic of packages has no requirements and no trackers. */
export function requireBrands(scope: Scope, permission: 'tracking.read' | 'tracking.write'): void {
  requireMay(scope, permission);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('brand_part_only', {}, { as: 'forbidden', field: 'package_name' });
}

/** The same of one package. */
export function requireBrandsOf(
  scope: Scope,
  permission: 'tracking.read' | 'tracking.write',
  packageName: string,
): string {
  requireBrands(scope, permission);
  return requirePackage(scope, packageName);
}
