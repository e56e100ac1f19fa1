import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { packageRequests, packages } from '../contract/endpoints.ts';
import {
  addPackage,
  editPackage,
  listPackages,
  onePackage,
  type RemoveRecorded,
  removePackage,
} from './package-store.ts';
import { decideRequest, listRequests } from './request-store.ts';

export interface PackageDeps {
  database: Database;
  now: () => Date;
  /** Refuses a name whose traffic is still being erased. */
  requireErased: (scope: Scope, packageName: string) => Promise<void>;
  removeRecorded: RemoveRecorded;
  /** Begins what was recorded; after the commit. */
  startErasures: () => Promise<void>;
}

export function packageRoutes(deps: PackageDeps): Route[] {
  const { database, now } = deps;
  return [
    ...implement(packages)({
      create: async ({ scope, body }) => {
        await deps.requireErased(scope, body.package_name);
        return ok(await addPackage(scope, database, body, now()), 'Created successfully !');
      },
      paged: async ({ scope, query }) => paged(await listPackages(scope, database, now(), query), query.limit),
      list: async ({ scope }) => ok((await listPackages(scope, database, now())).rows),
      one: async ({ scope, params }) => ok(await onePackage(scope, database, params.id, now())),
      edit: async ({ scope, params, body, request }) =>
        ok(await editPackage(scope, database, params.id, body, seenVersion(request), now()), 'Updated successfully !'),
      remove: async ({ scope, params }) => {
        await removePackage(scope, database, params.id, deps.removeRecorded);
        await deps.startErasures();
        return ok(null, 'Deleted  successfully !');
      },
    }),
    ...implement(packageRequests)({
      list: async ({ scope, query }) => paged(await listRequests(scope, database, query), query.limit),
      approve: async ({ scope, params }) =>
        ok(await decideRequest(scope, database, params.id, 'approved', now()), 'Updated successfully !'),
      refuse: async ({ scope, params }) =>
        ok(await decideRequest(scope, database, params.id, 'refused', now()), 'Updated successfully !'),
    }),
  ];
}
