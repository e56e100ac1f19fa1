import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { refuse } from './refuse.ts';

/** Results, policy and marks belong to the whole package: who sees part of its traffic has none of them. */
export function requireWhole(scope: Scope, packageName: string): string {
  requirePackage(scope, packageName);
  if (scope.vendors !== 'all' || scope.publishers !== 'all')
    throw refuse('hygiene_part_only', {}, { as: 'forbidden', field: 'package_name' });
  return packageName;
}
