import { auditRoutes } from '#domains/audit/server/audit-routes.ts';
import { packageRoutes } from '#domains/packages/server/package-routes.ts';
import { requireErased } from '#domains/privacy/server/erasure-store.ts';
import { privacyRoutes, removePackageRecorded, startErasures } from '#domains/privacy/server/privacy-routes.ts';
import { serverRoutes } from '#domains/server-settings/server/server-routes.ts';
import { tokenRoutes } from '#domains/tokens/server/token-routes.ts';
import { mappingRoutes } from '#domains/users/server/mapping-routes.ts';
import { userRoutes } from '#domains/users/server/user-routes.ts';
import type { OneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import { isCommonPassword } from '#platform/server/access/passwords.ts';
import type { Route } from '#platform/server/http/implement.ts';
import { AUDIT_ACTIONS, PAGES } from '../contract/slices.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';

/** What a running server needs to forget: events and files, by the records of what is to be kept. */
export const privacyDeps = ({ database, clickhouse, imports, clock }: AppContext) => ({
  database,
  clickhouse,
  importFolder: imports.folder.path,
  now: () => clock.now(),
});

/** Everything administrators decide: people, packages, mappings, tokens, privacy, the log and the server itself. */
export function adminRoutes(context: AppContext, oneTimeTokens: OneTimeTokens): Route[] {
  const { database, clickhouse, jobs, mailer, folder, clock } = context;
  const now = () => clock.now();
  return [
    ...userRoutes({ database, mailer, oneTimeTokens, baseUrl: () => publicUrlOf(context), now, isCommonPassword }),
    ...mappingRoutes({ database, pages: PAGES, now }),
    ...packageRoutes({
      database,
      now,
      requireErased: (name) => requireErased(database, name),
      removeRecorded: removePackageRecorded,
      startErasures: () => startErasures(jobs),
    }),
    ...tokenRoutes({ database, now }),
    ...auditRoutes({ database, now, actions: AUDIT_ACTIONS }),
    ...privacyRoutes({ ...privacyDeps(context), jobs }),
    ...serverRoutes({ database, clickhouse, mailer, dataFolder: folder.path, lists: context.lists }),
  ];
}
