import { entryEndpoints } from '#domains/brand-relevancy/contract/entry-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { addEntry, editEntry, hitsOf, listEntries, oneEntry } from './entry-store.ts';
import type { BrandParts } from './parts.ts';
import { CREATED, UPDATED } from './requirement-routes.ts';

export const entryRoutes = (parts: BrandParts): Route[] =>
  implement(entryEndpoints)({
    list: async ({ scope, query }) => paged(await listEntries(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await oneEntry(scope, parts, params.id)),
    add: async ({ scope, body }) => ok(await addEntry(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editEntry(scope, parts, params.id, body), UPDATED),
    hits: async ({ scope, params }) => ok(await hitsOf(scope, parts, params.id)),
  });
