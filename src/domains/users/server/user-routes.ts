import { ok, paged } from '#platform/contract/envelopes.ts';
import { totalPages } from '#platform/contract/paging.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import { USER_MESSAGES, users } from '../contract/users.ts';
import { addUser, deleteUser, editUser, endSessions, setDisabled } from './change-users.ts';
import { type InviteDeps, invite } from './invitation.ts';
import { refuse } from './refuse.ts';
import { listUsers, oneUser, storedUser } from './user-store.ts';
import { endView, startView, viewing } from './view-as.ts';

export interface UserDeps extends InviteDeps {
  /** Refuses passwords everybody uses. */
  isCommonPassword: (password: string) => Promise<boolean>;
}

export function userRoutes(deps: UserDeps): Route[] {
  const { database, now } = deps;
  const shown = async (scope: Scope, id: number, message?: string) => ok(await oneUser(scope, database, id), message);
  return implement(users)({
    list: async ({ scope, query }) => paged(await listUsers(scope, database, query), query.limit),
    all: async ({ scope, query }) => {
      const limit = query.limit ?? (query.page === undefined ? undefined : 10);
      const { rows, total } = await listUsers(scope, database, { ...query, limit });
      return { data: rows, Total_pages: limit === undefined ? 1 : totalPages(total, limit), total };
    },
    one: ({ scope, params }) => shown(scope, params.id),

    add: async ({ scope, body }) => {
      if (body.password !== undefined && (await deps.isCommonPassword(body.password)))
        throw refuse('password_common', {}, { field: 'password' });
      const user = await addUser(scope, database, body, now());
      if (body.password === undefined) await invite(scope, deps, user);
      return shown(scope, user.id, USER_MESSAGES.added);
    },
    edit: async ({ scope, params, body, request }) => {
      await editUser(scope, database, params.id, body, seenVersion(request));
      return shown(scope, params.id, USER_MESSAGES.updated);
    },
    remove: async ({ scope, params }) => {
      await deleteUser(scope, database, params.id);
      return ok(null, USER_MESSAGES.deleted);
    },

    disable: async ({ scope, params }) => {
      await setDisabled(scope, database, params.id, true, now());
      return shown(scope, params.id, USER_MESSAGES.updated);
    },
    enable: async ({ scope, params }) => {
      await setDisabled(scope, database, params.id, false, now());
      return shown(scope, params.id, USER_MESSAGES.updated);
    },
    invite: async ({ scope, params }) => {
      const user = await storedUser(scope, database, params.id);
      if (!user.invitedAt) throw refuse('has_password');
      await invite(scope, deps, user);
      return shown(scope, params.id, USER_MESSAGES.updated);
    },
    endSessions: async ({ scope, params }) => {
      await endSessions(scope, database, params.id, now());
      return shown(scope, params.id, USER_MESSAGES.updated);
    },

    viewAs: async ({ scope, params }) => {
      await startView(scope, database, params.id);
      return ok(null);
    },
    viewAsEnd: async ({ scope }) => {
      await endView(scope, database);
      return ok(null);
    },
    viewing: async ({ scope }) => ok(await viewing(scope, database)),
  });
}
