import { eq } from 'drizzle-orm';
import { packageAudit } from '#domains/packages/contract/audit.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { totalPages } from '#platform/contract/paging.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { packageTable } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { packageRequests, packages } from '../contract/endpoints.ts';
import { addPackage, editPackage, listPackages, lockPackage, onePackage, type Tx } from './package-store.ts';
import { decideRequest, listRequests } from './request-store.ts';

export interface PackageDeps {
  database: Database;
  now: () => Date;
  /** Refuses a name whose traffic is still being erased. */
  requireErased: (packageName: string) => Promise<void>;
  /** Removes the package's records and writes down, in the same transaction, that its events and files have to go. */
  removeRecorded: (tx: Tx, scope: Scope, packageName: string, remove: () => Promise<unknown>) => Promise<void>;
  /** Begins what was recorded; after the commit. */
  startErasures: () => Promise<void>;
}

export function packageRoutes(deps: PackageDeps): Route[] {
  const { database, now } = deps;
  return [
    ...implement(packages)({
      create: async ({ scope, body }) => {
        await deps.requireErased(body.package_name);
        return ok(await addPackage(database, scope, body, now()), 'Created successfully !');
      },
      paged: async ({ scope, query }) => {
        const { rows, total } = await listPackages(database, scope, now(), query);
        return { data: rows, Total_pages: totalPages(total, query.limit), total };
      },
      list: async ({ scope }) => ok((await listPackages(database, scope, now())).rows),
      one: async ({ scope, params }) => ok(await onePackage(database, scope, params.id, now())),
      edit: async ({ scope, params, body, request }) =>
        ok(await editPackage(database, scope, params.id, body, seenVersion(request), now()), 'Updated successfully !'),
      remove: async ({ scope, params }) => {
        await database.db.transaction(async (tx) => {
          const row = await lockPackage(tx, params.id);
          await deps.removeRecorded(tx, scope, row.name, () =>
            tx.delete(packageTable).where(eq(packageTable.id, row.id)),
          );
          await audit(tx, scope, {
            action: packageAudit.delete,
            subject: row.name,
            package: row.name,
            details: { title: row.title },
          });
        });
        await deps.startErasures();
        return ok(null, 'Deleted  successfully !');
      },
    }),
    ...implement(packageRequests)({
      list: async ({ scope, query }) => {
        const { rows, total } = await listRequests(database, scope, query);
        return { data: rows, Total_pages: totalPages(total, query.limit), total };
      },
      approve: async ({ scope, params }) =>
        ok(await decideRequest(database, scope, params.id, 'approved', now()), 'Updated successfully !'),
      refuse: async ({ scope, params }) =>
        ok(await decideRequest(database, scope, params.id, 'refused', now()), 'Updated successfully !'),
    }),
  ];
}
