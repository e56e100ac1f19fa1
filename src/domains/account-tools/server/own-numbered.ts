import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';

/** A number is guessed, unlike a name: of a package that is not the caller's it is as unknown as one that is not there. */
export function ownNumbered<R extends { packageName: string }>(scope: Scope, row: R | undefined): R {
  if (!row || (scope.packages !== 'all' && !scope.packages.has(row.packageName)))
    throw appError('not_found', { field: 'id' });
  return row;
}
