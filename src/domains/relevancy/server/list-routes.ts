import { listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { dropEntry, fileOfList, listEntries } from './list-entries.ts';
import { addToList, keepList, type ListParts, listLists, makeList, renameList } from './list-store.ts';

const UPDATED = 'Updated successfully !';

export interface ListRouteParts extends ListParts {
  /** 404 for an unknown package: an administrator may name any. */
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const listRoutes = (parts: ListRouteParts): Route[] =>
  implement(listEndpoints)({
    list: async ({ scope, query }) => paged(await listLists(scope, parts.database, query), query.limit),
    make: async ({ scope, body }) => {
      const { package_name } = await parts.packageInfo(scope, body.package_name);
      return ok(await makeList(scope, parts, { ...body, package_name }), 'Created successfully !');
    },
    add: async ({ scope, params, body }) => ok(await addToList(scope, parts, params.id, body.entries), UPDATED),
    rename: async ({ scope, params, body }) => ok(await renameList(scope, parts, params.id, body.name), UPDATED),
    remove: async ({ scope, params }) => ok(await keepList(scope, parts, params.id, false), 'Deleted  successfully !'),
    restore: async ({ scope, params }) => ok(await keepList(scope, parts, params.id, true), UPDATED),
    entries: async ({ scope, params, query }) =>
      paged(await listEntries(scope, parts.database, params.id, query), query.limit),
    drop: async ({ scope, params }) => ok(await dropEntry(scope, parts, params), 'Deleted  successfully !'),
    file: ({ scope, params }) => fileOfList(scope, parts.database, params.id),
  });
