import { and, eq } from 'drizzle-orm';
import { privacyAudit } from '#domains/privacy/contract/audit.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { roleOf } from '#platform/contract/roles.ts';
import type { Actor } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { importFileTable, importTable } from '#traffic/intake/server/import-tables.ts';
import { privacy } from '../contract/endpoints.ts';
import { listErasures, recordErasure, toView } from './erasure-store.ts';
import { accountsOf, previewPerson } from './find-person.ts';
import { retentionJob, startErasures } from './privacy-jobs.ts';
import { refuse } from './refuse.ts';
import { listPrivacy, previewPrivacy, type RetentionDeps, savePrivacy } from './retention-run.ts';

/**
 * Which files are a package's is known only before its records are removed; written down is last, since whoever writes
 * to the log makes others wait.
 */
export async function removePackageRecorded(
  tx: Parameters<Parameters<Database['db']['transaction']>[0]>[0],
  actor: Actor,
  packageName: string,
  remove: () => Promise<unknown>,
): Promise<void> {
  const uploads = await tx
    .select({ id: importFileTable.id })
    .from(importFileTable)
    .where(eq(importFileTable.packageName, packageName));
  const imports = await tx
    .select({ id: importTable.id })
    .from(importTable)
    .where(and(eq(importTable.packageName, packageName), eq(importTable.live, false)));
  const files = [...uploads.map(({ id }) => id), ...imports.map(({ id }) => `${id}.rejects.csv`)];
  await remove();
  await recordErasure(tx, actor, { kind: 'package', package: packageName, files });
}

export function privacyRoutes(deps: RetentionDeps & { jobs: Jobs }): Route[] {
  const { database } = deps;
  return implement(privacy)({
    list: async ({ scope }) => ok(await listPrivacy(scope, database)),
    preview: async ({ scope, params, query }) => ok(await previewPrivacy(scope, deps, params.id, query)),
    save: async ({ scope, params, body }) =>
      ok(await savePrivacy(scope, database, params.id, body), 'Updated successfully !'),
    run: async ({ scope }) => {
      await audit(database.db, scope, { action: privacyAudit.retentionRun });
      await deps.jobs.enqueue(retentionJob, {}).catch(() => null);
      return ok(null);
    },
    previewPerson: async ({ scope, body }) => ok(await previewPerson(scope, deps, body)),
    erasePerson: async ({ scope, body }) => {
      const accounts = await accountsOf(scope, database, body);
      if (accounts.some(({ role }) => roleOf(role) === 'admin'))
        throw refuse('administrator_first', {}, { field: 'email' });
      const row = await database.db.transaction((tx) =>
        recordErasure(tx, scope, {
          kind: 'person',
          person: body,
          userIds: accounts.map(({ id }) => id),
          names: accounts.map(({ name }) => name),
        }),
      );
      await startErasures(deps.jobs);
      return ok(toView(row));
    },
    erasures: async ({ scope, query }) => paged(await listErasures(scope, database, query), query.limit),
  });
}
