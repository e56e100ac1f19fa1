import { eq } from 'drizzle-orm';
import { accountAudit } from '#domains/account/contract/audit.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { hashPassword, isCommonPassword, passwordMatches } from '#platform/server/access/passwords.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { passwords } from '../contract/passwords.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailOf } from './mails.ts';
import { refuse } from './refuse.ts';
import { type UserRow, userByEmail, userById } from './users.ts';

/** Guesses of the own old password: somebody at a screen left open must not find it out. */
const CHANGE_TRIES = { max: 10, seconds: 15 * 60 } as const;

export async function refuseCommon(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) throw refuse('password_common', {}, { field });
}

export function passwordRoutes(deps: AccountDeps): Route[] {
  const { database, oneTime, ownSessions, mailer, later, tries, publicUrl, now } = deps;
  const { db } = database;

  /** Whose link it is, of whichever of the two kinds. */
  async function linkOf(token: string): Promise<{ kind: 'reset' | 'invite'; user: UserRow }> {
    for (const kind of ['reset', 'invite'] as const) {
      const userId = await oneTime.owner(kind, token);
      const user = userId === null ? undefined : await userById(database, userId);
      if (user) return { kind, user };
    }
    throw refuse('link_used', {}, { field: 'token' });
  }

  return implement(passwords)({
    change: async ({ scope, body }) => {
      await tries(`password change ${scope.userId}`, CHANGE_TRIES.max, CHANGE_TRIES.seconds);
      const user = await userById(database, scope.userId);
      if (!(await passwordMatches(user?.passwordHash, body.old_password)) || !user)
        throw refuse('old_password_wrong', {}, { field: 'old_password' });
      if (body.new_password === body.old_password) throw refuse('new_password_old', {}, { field: 'new_password' });
      await refuseCommon(body.new_password, 'new_password');
      const passwordHash = await hashPassword(body.new_password);
      await db.transaction(async (tx) => {
        await tx.update(appUser).set({ passwordHash, passwordChangedAt: now() }).where(eq(appUser.id, user.id));
        await audit(tx, scope, { action: accountAudit.passwordChange, subject: user.email });
      });
      await ownSessions.endAll(user.id, scope.sessionId);
      await mailer.send(mailOf('password_changed', user));
      return { status: true as const, message: 'Updated successfully !' };
    },

    forgot: async ({ body }) => {
      later(async () => {
        const user = await userByEmail(database, body.email);
        if (!user || user.disabledAt || !user.verifiedAt) return;
        const { token } = await oneTime.issue('reset', user.id);
        await mailer.send(mailOf('reset', user, { link: `${publicUrl()}/set-password#token=${token}` }));
      });
      return { status: true as const, message: 'If there is an account with this address, a link is on its way' };
    },

    link: async ({ body }) => {
      const { kind, user } = await linkOf(body.token);
      return ok({ kind, name: user.name, email: user.email });
    },

    set: async ({ body }) => {
      const { kind, user } = await linkOf(body.token);
      // Before the link is used up: a refused password may be put right.
      await refuseCommon(body.new_password, 'new_password');
      const passwordHash = await hashPassword(body.new_password);
      if ((await oneTime.claim(kind, body.token)) !== user.id) throw refuse('link_used', {}, { field: 'token' });
      await db.transaction(async (tx) => {
        await tx
          .update(appUser)
          // Whoever reads the mail owns the address.
          .set({ passwordHash, passwordChangedAt: now(), verifiedAt: user.verifiedAt ?? now(), invitedAt: null })
          .where(eq(appUser.id, user.id));
        await audit(tx, null, { action: accountAudit.passwordReset, subject: user.email, details: { by: kind } });
      });
      await ownSessions.endAll(user.id);
      if (kind === 'reset') await mailer.send(mailOf('password_changed', user));
      return { status: true as const, message: 'Updated successfully !' };
    },
  });
}
