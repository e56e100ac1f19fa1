import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { requirePackage, requirePage, type Scope } from '../access/scope.ts';

/** Whatever names a package, in query, body or path, is held against the scope even if a handler forgets. */
export function refuseForeignPackage(scope: Scope, request: FastifyRequest, pages: EndpointShape['pages']): void {
  const named = namedPackages(request);
  for (const name of named) {
    requirePackage(scope, name);
    if (pages) requirePage(scope, name, pages);
  }
  if (pages && named.length === 0) requirePage(scope, undefined, pages);
}

export const namedPackages = (request: FastifyRequest): string[] =>
  [request.params, request.query, request.body].map(namedPackage).filter((name) => name !== undefined);

function namedPackage(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('package_name' in part)) return undefined;
  return typeof part.package_name === 'string' && part.package_name !== '' ? part.package_name : undefined;
}
