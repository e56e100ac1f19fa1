import { ok } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { viewEndpoints } from '../contract/view-endpoints.ts';
import { changeView, keepView, listViews, saveView, sharedView } from './view-store.ts';

export interface ViewParts {
  database: Database;
  /** 404 for an unknown package: an administrator may name any. */
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

export const viewRoutes = ({ database, packageInfo }: ViewParts): Route[] =>
  implement(viewEndpoints)({
    list: async ({ scope, query }) => ({ data: await listViews(scope, database, query.package_name) }),
    save: async ({ scope, body: { package_name: name, ...wanted } }) => {
      const { package_name } = await packageInfo(scope, name);
      return ok(await saveView(scope, database, package_name, wanted));
    },
    change: async ({ scope, params, body }) => ok(await changeView(scope, database, params.id, body)),
    remove: async ({ scope, params }) => ok(await keepView(scope, database, params.id, false)),
    restore: async ({ scope, params }) => ok(await keepView(scope, database, params.id, true)),
    shared: async ({ scope, params }) => ok(await sharedView(scope, database, params.key)),
  });
