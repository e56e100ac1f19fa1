import { todayIn } from '#platform/contract/date-range.ts';
import { ok } from '#platform/contract/envelopes.ts';
import type { Page } from '#platform/contract/page.ts';
import { dashboardTypesOf, packagesOf } from '#platform/server/access/packages.ts';
import { passwordMatches } from '#platform/server/access/passwords.ts';
import type { Sessions } from '#platform/server/access/sessions.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { newestEvents } from '#traffic/server/import/import-store.ts';
import { account } from '../contract/endpoints.ts';
import type { HumanCheck } from './human-check.ts';
import { menuOf } from './menu.ts';
import { toAuthData, userByEmail, userById } from './users.ts';

export interface AccountDeps {
  database: Database;
  sessions: Sessions;
  humanCheck: HumanCheck;
  pages: readonly Page[];
  now: () => Date;
}

export function accountRoutes({ database, sessions, humanCheck, pages, now }: AccountDeps): Route[] {
  return implement(account)({
    humanCheck: async () => ({
      provider: humanCheck.provider,
      site_key: humanCheck.siteKey,
      challenge: await humanCheck.challenge(),
    }),

    login: async ({ body, request }) => {
      if (!(await humanCheck.passed(body.turnstile_token, request.ip)))
        throw appError('human_check_failed', { field: 'turnstile_token' });
      const user = await userByEmail(database, body.email);
      if (!(await passwordMatches(user?.passwordHash, body.password)) || !user) throw appError('bad_credentials');
      if (user.disabledAt) throw appError('forbidden', { message: 'This account is disabled' });
      const userAgent = request.headers['user-agent'];
      const token = await sessions.open(user.id, {
        ip: request.ip,
        userAgent: typeof userAgent === 'string' ? userAgent : '',
      });
      return { status: true, message: 'Login success', token, user: toAuthData(user) };
    },

    logout: async ({ scope }) => {
      await sessions.close(scope.sessionId);
      return ok(null);
    },

    me: async ({ scope }) => {
      const user = await userById(database, scope.userId);
      if (!user) throw appError('not_signed_in');
      return ok(toAuthData(user));
    },

    packages: async ({ scope }) => {
      const [own, newest] = await Promise.all([packagesOf(database, scope, now()), newestEvents(database)]);
      return ok(
        own.map((info) => {
          const at = newest.get(info.package_name);
          return { ...info, newest_day: at ? todayIn(info.time_zone, at) : null };
        }),
      );
    },
    menu: async ({ scope }) => ok(await menuOf(database, scope, pages)),

    dashboardType: async ({ scope, query }) => ({
      status: true,
      message: 'OK',
      dashboardType: await dashboardTypesOf(database, scope, query.package_name),
    }),
  });
}
