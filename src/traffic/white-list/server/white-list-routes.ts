import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { whiteListEndpoints } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { listEntries } from './list-entries.ts';
import { addEntry, removeEntry, type WhiteListStores } from './white-list.ts';

export interface WhiteListSources extends WhiteListStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const whiteListRoutes = (sources: WhiteListSources): Route[] =>
  implement(whiteListEndpoints)({
    list: async ({ scope, query }) => {
      const info = await sources.packageInfo(scope, query.package_name);
      return paged(await listEntries(scope, sources, info, query), query.limit);
    },
    add: async ({ scope, body: { package_name, ...entry } }) =>
      ok(await addEntry(scope, sources, await sources.packageInfo(scope, package_name), entry)),
    remove: async ({ scope, params }) => ok(await removeEntry(scope, sources, params.id)),
  });
