import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';

/** Of a package that is not the caller's it is as unknown as one that does not exist. */
export function ownRow<R extends { packageName: string }>(scope: Scope, row: R | undefined): R {
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName))) throw appError('not_found');
  ownRules(scope, row.packageName);
  return row;
}
