import { sessionAudit } from '#domains/account/contract/audit.ts';
import { passwordMatches } from '#platform/server/access/passwords.ts';
import type { Actor, Scope } from '#platform/server/access/scope.ts';
import { tokenOf } from '#platform/server/access/tokens.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { HandlerInput } from '#platform/server/http/implement.ts';
import type { AuthData, account, SignInAnswer } from '../contract/endpoints.ts';
import type { AccountDeps } from './account-deps.ts';
import { mailOf } from './mails.ts';
import { refuse } from './refuse.ts';
import { toAuthData, type UserRow, userByEmail, userById } from './users.ts';

const HOUR = 3600;
/** Requirement R9: codes an hour; and tries of the codes of an app, where no row of ours counts them. */
const CODES_AN_HOUR = 5;
const APP_TRIES = { max: 10, seconds: 15 * 60 } as const;
const RECOVERY_TRIES = { max: 5, seconds: 15 * 60 } as const;

type Request = HandlerInput<typeof account.login>['request'];
type Signed = { status: true; message: string; token: string; user: AuthData };

/** How a session opens, once who it is for is known. */
function opening({ database: { db }, sessions, oneTime }: AccountDeps) {
  async function open(user: UserRow, request: Request, message: string, how: string): Promise<Signed> {
    const userAgent = request.headers['user-agent'];
    const origin = { ip: request.ip, userAgent: typeof userAgent === 'string' ? userAgent : '' };
    const token = await sessions.open(user.id, origin, user.twoFactor);
    await audit(db, actorOf(user), { action: sessionAudit.signIn, subject: user.email, details: { how } });
    return { status: true, message, token, user: toAuthData(user) };
  }

  /**
   * A second factor comes before the session, whichever way the first one was given. The session this browser has had
   * so far, of whomever, ends here (ASVS 7.2.4): nobody would ever send its token again.
   */
  async function go(former: Scope | null, user: UserRow, request: Request, how: string): Promise<SignInAnswer> {
    if (former && former.limitedTo === null) {
      await sessions.close(former.sessionId);
      await audit(db, former, {
        action: sessionAudit.end,
        subject: former.userName,
        details: { how: 'signed in anew' },
      });
    }
    if (!user.twoFactor) return open(user, request, 'Login success', how);
    const { token } = await oneTime.issue('pre2fa', user.id);
    return { status: true, message: 'Login success', token, two_factor: user.twoFactorMethod };
  }

  return { open, go };
}

/** The second factor of a sign-in: a code by mail, of an app, or a recovery code. */
export function secondFactorHandlers(deps: AccountDeps) {
  const { database, oneTime, codes, twoFactor, mailer, tries } = deps;
  const { db } = database;
  const { open } = opening(deps);

  /** Whoever holds the token of a sign-in that waits for its second factor; nobody else's code is ever touched. */
  async function waiting(request: Request, uid: number): Promise<{ token: string; user: UserRow }> {
    const header = request.headers['authorization'];
    const token = tokenOf(typeof header === 'string' ? header : undefined);
    const userId = token && (await oneTime.owner('pre2fa', token));
    const user = userId ? await userById(database, userId) : undefined;
    if (!token || !user || user.disabledAt) throw appError('not_signed_in');
    if (user.id !== uid) throw appError('forbidden');
    return { token, user };
  }

  /** A wrong second factor is worth knowing: whoever sends it has the password. */
  const refused = (user: UserRow, how: string): Promise<void> =>
    audit(db, null, { action: sessionAudit.refused, subject: user.email, details: { how } });

  async function finish(token: string, user: UserRow, request: Request, how: string): Promise<Signed> {
    // Used up here: of two right answers at once one opens a session.
    if ((await oneTime.claim('pre2fa', token)) === null) throw appError('not_signed_in');
    return open(user, request, 'OTP verified successfully', how);
  }

  return {
    generateOtp: async ({ body, request }: HandlerInput<typeof account.generateOtp>) => {
      const { user } = await waiting(request, body.uid);
      if (user.twoFactorMethod === 'app') throw refuse('code_from_app');
      const made = await codes.issue(user.id, 'sign_in');
      if ('waitSeconds' in made) throw appError('too_many_requests', { retryAfter: made.waitSeconds });
      await tries(`code account ${user.id}`, CODES_AN_HOUR, HOUR);
      if (!(await mailer.sendNow(mailOf('sign_in_code', user, { code: made.code }))))
        throw refuse('otp_not_sent', {}, { as: 'unavailable' });
      return { status: true as const, message: 'OTP sent successfully' };
    },

    validateOtp: async ({ body, request }: HandlerInput<typeof account.validateOtp>): Promise<Signed> => {
      const { token, user } = await waiting(request, body.uid);
      if (user.twoFactorMethod === 'app') {
        await tries(`app code account ${user.id}`, APP_TRIES.max, APP_TRIES.seconds);
        if (!(await twoFactor.checkApp(user, body.otp))) {
          await refused(user, 'app');
          throw refuse('otp_wrong', {}, { field: 'otp' });
        }
        return finish(token, user, request, 'password and app');
      }
      const checked = await codes.check(user.id, 'sign_in', body.otp);
      if (checked !== 'right') {
        await refused(user, 'mail');
        throw refuse(checked === 'wrong' ? 'otp_wrong' : 'otp_over', {}, { field: 'otp' });
      }
      return finish(token, user, request, 'password and mail');
    },

    useRecoveryCode: async ({ body, request }: HandlerInput<typeof account.useRecoveryCode>): Promise<Signed> => {
      const { token, user } = await waiting(request, body.uid);
      await tries(`recovery account ${user.id}`, RECOVERY_TRIES.max, RECOVERY_TRIES.seconds);
      if (!(await twoFactor.useRecoveryCode(user.id, body.code))) {
        await refused(user, 'recovery code');
        throw refuse('recovery_code_wrong', {}, { field: 'code' });
      }
      return finish(token, user, request, 'password and recovery code');
    },
  };
}

/** From credentials to a session or to the second factor: a password, a one-time login code. And out again. */
export function signInHandlers(deps: AccountDeps) {
  const { database, sessions, oneTime, humanCheck, guard } = deps;
  const { db } = database;
  const { go } = opening(deps);

  return {
    login: async ({ body, request, scope }: HandlerInput<typeof account.login>): Promise<SignInAnswer> => {
      if (!(await humanCheck.passed(body.turnstile_token, request.ip)))
        throw appError('human_check_failed', { field: 'turnstile_token' });
      const attempt = await guard.take(body.email, request.ip);
      const user = await userByEmail(database, body.email);
      if (!(await passwordMatches(user?.passwordHash, body.password)) || !user) {
        // What a stranger typed is not kept: it may be a password in the wrong field.
        await audit(db, null, { action: sessionAudit.refused, subject: user?.email ?? 'unknown address' });
        throw appError('bad_credentials');
      }
      await attempt.right();
      if (user.disabledAt) throw refuse('account_disabled', {}, { as: 'forbidden' });
      if (!user.verifiedAt) throw appError('unverified', { field: 'email' });
      return go(scope, user, request, 'password');
    },

    exchange: async ({ body, request, scope }: HandlerInput<typeof account.exchange>): Promise<SignInAnswer> => {
      const userId = await oneTime.claim('link', body.token);
      const user = userId === null ? undefined : await userById(database, userId);
      if (!user || user.disabledAt || !user.verifiedAt)
        throw refuse('sign_in_link_used', {}, { as: 'bad_credentials' });
      return go(scope, user, request, 'login code');
    },

    logout: async ({ scope }: HandlerInput<typeof account.logout>) => {
      await sessions.close(scope.sessionId);
      await audit(db, scope, { action: sessionAudit.signOut });
      return { status: true as const, message: 'OK', data: null };
    },
  };
}

const actorOf = ({ id, name, role }: UserRow): Actor => ({ userId: id, userName: name, roleName: role, viewer: null });
