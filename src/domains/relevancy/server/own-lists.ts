import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { StoredList } from './tables.ts';

type Right = 'tracking.read' | 'tracking.write';

export function ownLists(scope: Scope, right: Right, packageName: string): string {
  requireMay(scope, right);
  return requirePackage(scope, packageName);
}

/** Of a package that is not the caller's it is as unknown as one that does not exist. */
export function ownList(scope: Scope, right: Right, list: StoredList | undefined): StoredList {
  requireMay(scope, right);
  if (!list || (scope.packages !== 'all' && !scope.packages.has(list.packageName))) throw appError('not_found');
  return list;
}
