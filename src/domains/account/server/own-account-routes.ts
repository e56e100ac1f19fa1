import { eq } from 'drizzle-orm';
import UAParser from 'ua-parser-js';
import { accountAudit, sessionAudit } from '#domains/account/contract/audit.ts';
import { userAudit } from '#domains/users/contract/audit.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { roleOf } from '#platform/contract/roles.ts';
import type { SessionRow } from '#platform/server/access/own-sessions.ts';
import { passwordMatches } from '#platform/server/access/passwords.ts';
import { may, type Scope } from '#platform/server/access/scope.ts';
import { appUser, userPackage } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { type Handlers, implement, type Route } from '#platform/server/http/implement.ts';
import { MAIL_LANGUAGES, type OwnSession, ownAccount, type Profile } from '../contract/own-account.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailOf } from './mails.ts';
import { refuse } from './refuse.ts';
import { type UserRow, userByEmail, userById } from './users.ts';

/** Guesses of the own password or of a first code. */
const TRIES = { max: 10, seconds: 15 * 60 } as const;

async function self(scope: Scope, { database }: AccountDeps): Promise<UserRow> {
  const user = await userById(database, scope.userId);
  if (!user) throw appError('not_signed_in');
  return user;
}

export function ownAccountRoutes(deps: AccountDeps): Route[] {
  const { database, ownSessions, oneTime, twoFactor, publicUrl } = deps;
  const { db } = database;

  const profileOf = async (user: UserRow): Promise<Profile> => ({
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    language: MAIL_LANGUAGES.find((each) => each === user.language) ?? 'en',
    two_factor: user.twoFactor ? user.twoFactorMethod : 'off',
    recovery_codes_left: user.twoFactor ? await twoFactor.recoveryCodesLeft(user.id) : 0,
    password_changed_at: user.passwordChangedAt?.toISOString() ?? null,
  });

  return implement(ownAccount)({
    ...twoFactorHandlers(deps),

    profile: async ({ scope }) => ok(await profileOf(await self(scope, deps))),

    save: async ({ scope, body }) => {
      const before = await self(scope, deps);
      await db.transaction(async (tx) => {
        await tx.update(appUser).set(body).where(eq(appUser.id, scope.userId));
        const was = { name: before.name, language: before.language };
        await audit(tx, scope, { action: userAudit.edit, subject: before.email, details: { was, is: body } });
      });
      return ok(await profileOf(await self(scope, deps)), 'Updated successfully !');
    },

    sessions: async ({ scope }) =>
      ok((await ownSessions.list(scope.userId)).map((row) => toOwnSession(row, scope.sessionId))),

    endSession: async ({ scope, params }) => {
      // Somebody else's session is not found, as if there were none.
      if (!(await ownSessions.end(scope.userId, params.id))) throw appError('not_found');
      await audit(db, scope, { action: sessionAudit.end, subject: scope.userName });
      return ok(null);
    },

    endOtherSessions: async ({ scope }) => {
      const ended = await ownSessions.endAll(scope.userId, scope.sessionId);
      await audit(db, scope, { action: sessionAudit.end, subject: scope.userName, details: { ended } });
      return ok({ ended });
    },

    loginCode: async ({ scope, body }) => {
      const user = await userByEmail(database, body.email);
      await refuseUnlessNamed(scope, user);
      if (!user || user.disabledAt || !user.verifiedAt) throw appError('not_found', { field: 'email' });
      const { token, expiresAt } = await oneTime.issue('link', user.id);
      await audit(db, scope, { action: userAudit.loginCode, subject: user.email });
      return ok({ token, link: `${publicUrl()}/?token=${token}`, expires_at: expiresAt.toISOString() });
    },
  });

  /**
   * An administrator may name anybody. A program's token may name people of its package who see no other package and
   * administer nothing: whoever holds the token can see that package anyhow.
   */
  async function refuseUnlessNamed(scope: Scope, user: UserRow | undefined): Promise<void> {
    if (scope.limitedTo === null) {
      if (!may(scope, 'user.write')) throw appError('forbidden');
      return;
    }
    if (!user || roleOf(user.role) === 'admin') throw appError('forbidden');
    const mapped = await db
      .select({ name: userPackage.packageName })
      .from(userPackage)
      .where(eq(userPackage.userId, user.id));
    const own = scope.packages;
    if (own === 'all' || mapped.length === 0 || mapped.some(({ name }) => !own.has(name))) throw appError('forbidden');
  }
}

type TwoFactorCall = 'beginTwoFactor' | 'confirmTwoFactor' | 'endTwoFactor' | 'newRecoveryCodes' | 'resetTwoFactor';

/** How somebody signs in: the second factor of one's own, and of another for whoever administers. */
function twoFactorHandlers(deps: AccountDeps): Pick<Handlers<typeof ownAccount>, TwoFactorCall> {
  const { database, ownSessions, codes, twoFactor, mailer, tries } = deps;
  const { db } = database;

  /** A screen left open must not be enough to change how somebody signs in. */
  async function withPassword(scope: Scope, password: string): Promise<UserRow> {
    await tries(`own password ${scope.userId}`, TRIES.max, TRIES.seconds);
    const user = await self(scope, deps);
    if (!(await passwordMatches(user.passwordHash, password)))
      throw refuse('password_wrong', {}, { field: 'password' });
    return user;
  }

  return {
    beginTwoFactor: async ({ scope, body }) => {
      const user = await withPassword(scope, body.password);
      if (user.twoFactor && user.twoFactorMethod === body.method) throw refuse('two_factor_set_up');
      if (body.method === 'app') return ok(await twoFactor.beginApp(user));
      const made = await codes.issue(user.id, 'two_factor');
      if ('waitSeconds' in made) throw appError('too_many_requests', { retryAfter: made.waitSeconds });
      if (!(await mailer.sendNow(mailOf('two_factor_code', user, { code: made.code }))))
        throw refuse('otp_not_sent', {}, { as: 'unavailable' });
      return ok({ secret: '', uri: '' });
    },

    confirmTwoFactor: async ({ scope, body }) => {
      const user = await self(scope, deps);
      await tries(`two-factor set-up ${user.id}`, TRIES.max, TRIES.seconds);
      const right =
        body.method === 'app'
          ? await twoFactor.checkApp(user, body.otp)
          : (await codes.check(user.id, 'two_factor', body.otp)) === 'right';
      if (!right) throw refuse('otp_wrong', {}, { field: 'otp' });
      await twoFactor.switchOn(user.id, body.method);
      const recovery_codes = await twoFactor.newRecoveryCodes(user.id);
      await audit(db, scope, {
        action: accountAudit.twoFactorOn,
        subject: user.email,
        details: { method: body.method },
      });
      // Sessions opened with the password alone are over.
      await ownSessions.endAll(user.id, scope.sessionId);
      return ok({ recovery_codes });
    },

    endTwoFactor: async ({ scope, body }) => {
      const user = await withPassword(scope, body.password);
      await twoFactor.switchOff(user.id);
      await audit(db, scope, { action: accountAudit.twoFactorOff, subject: user.email });
      return ok(null);
    },

    newRecoveryCodes: async ({ scope, body }) => {
      const user = await withPassword(scope, body.password);
      if (!user.twoFactor) throw refuse('two_factor_off');
      const recovery_codes = await twoFactor.newRecoveryCodes(user.id);
      await audit(db, scope, { action: accountAudit.twoFactorOn, subject: user.email, details: { codes: 'renewed' } });
      return ok({ recovery_codes });
    },

    resetTwoFactor: async ({ scope, params }) => {
      const user = await userById(database, params.id);
      if (!user) throw appError('not_found');
      await twoFactor.switchOff(user.id);
      await ownSessions.endAll(user.id);
      await audit(db, scope, { action: userAudit.twoFactorReset, subject: user.email });
      await mailer.send(mailOf('two_factor_off', user));
      return ok(null);
    },
  };
}

function toOwnSession(row: SessionRow, current: string): OwnSession {
  const { browser, os } = new UAParser(row.userAgent).getResult();
  return {
    id: row.id,
    current: row.id === current,
    browser: browser.name ?? '',
    system: os.name ?? '',
    ip: row.ip,
    signed_in_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
  };
}
