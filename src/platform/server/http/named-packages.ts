import type { FastifyRequest } from 'fastify';
import { requirePackage, requirePage, type Scope } from '../access/scope.ts';
import { appError } from './app-error.ts';

/** Whether there is a package of this name, switched off or not. */
export type PackageExists = (name: string) => Promise<boolean>;

/**
 * Whatever names a package, in query, body or path, is held against the scope even if a handler forgets. Who may see all
 * packages can name one that is not there: what pages show of a package is 404 then, whether it is read or changed.
 */
export async function refuseForeignPackage(
  scope: Scope,
  request: FastifyRequest,
  { pages, isPublic }: { pages: readonly string[] | null; isPublic: boolean },
  exists: PackageExists | undefined,
): Promise<void> {
  const named = namedPackages(request);
  for (const name of named) {
    requirePackage(scope, name);
    if (!pages) continue;
    requirePage(scope, name, pages);
    if (scope.packages === 'all' && exists && !(await exists(name)))
      throw appError('not_found', { field: 'package_name' });
  }
  // What is open to anybody is open to who is signed in: only what names a package is closed with its pages.
  if (pages && named.length === 0 && !isPublic) requirePage(scope, undefined, pages);
}

export const namedPackages = (request: FastifyRequest): string[] =>
  [request.params, request.query, request.body].map(namedPackage).filter((name) => name !== undefined);

function namedPackage(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('package_name' in part)) return undefined;
  return typeof part.package_name === 'string' && part.package_name !== '' ? part.package_name : undefined;
}
