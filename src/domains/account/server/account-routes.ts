import { joinedSpans, todayIn } from '#platform/contract/date-range.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { dashboardTypesOf, packagesOf } from '#platform/server/access/packages.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { importedTimes } from '#traffic/intake/server/import-store.ts';
import { account } from '../contract/endpoints.ts';
import type { AccountDeps } from './account-deps.ts';
import { menuOf } from './menu.ts';
import { onboardingRoutes } from './onboarding-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { secondFactorHandlers, signInHandlers } from './sign-in.ts';
import { toAuthData, userById } from './users.ts';

/** Everything about accounts: signing in and up, passwords, the own profile, and what the shell asks for first. */
export function accountRoutes(deps: AccountDeps): Route[] {
  return [...sessionRoutes(deps), ...onboardingRoutes(deps), ...passwordRoutes(deps), ...ownAccountRoutes(deps)];
}

function sessionRoutes(deps: AccountDeps): Route[] {
  const { database, humanCheck, pages, now } = deps;
  return implement(account)({
    ...signInHandlers(deps),
    ...secondFactorHandlers(deps),

    humanCheck: async () => ({
      provider: humanCheck.provider,
      site_key: humanCheck.siteKey,
      challenge: await humanCheck.challenge(),
    }),

    me: async ({ scope }) => {
      const user = await userById(database, scope.userId);
      if (!user) throw appError('not_signed_in');
      return ok(toAuthData(user));
    },

    packages: async ({ scope }) => {
      const [own, imported] = await Promise.all([packagesOf(scope, database, now()), importedTimes(scope, database)]);
      return ok(
        own.map((info) => {
          const times = imported.get(info.package_name) ?? [];
          const spans = joinedSpans(
            times.map(({ first, last }) => ({
              from: todayIn(info.time_zone, first),
              to: todayIn(info.time_zone, last),
            })),
          );
          return { ...info, newest_day: spans[0]?.to ?? null, spans };
        }),
      );
    },
    menu: async ({ scope }) => ok(await menuOf(scope, database, pages)),

    dashboardType: async ({ scope, query }) => ({
      status: true,
      message: 'OK',
      dashboardType: await dashboardTypesOf(scope, database, query.package_name),
    }),
  });
}
