import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { totalPages } from '#platform/contract/paging.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { whiteListEndpoints } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { addEntry, listEntries, removeEntry, type WhiteListStores } from './white-list.ts';

export interface WhiteListSources extends WhiteListStores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const whiteListRoutes = (sources: WhiteListSources): Route[] =>
  implement(whiteListEndpoints)({
    list: async ({ scope, query }) => {
      const { rows, total } = await listEntries(
        sources,
        scope,
        await sources.packageInfo(scope, query.package_name),
        query,
      );
      return { data: rows, Total_pages: totalPages(total, query.limit), total };
    },
    add: async ({ scope, body: { package_name, ...entry } }) =>
      ok(await addEntry(sources, scope, await sources.packageInfo(scope, package_name), entry)),
    remove: async ({ scope, params }) => ok(await removeEntry(sources, scope, params.id)),
  });
