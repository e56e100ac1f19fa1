import { accountAudit } from '#domains/account/contract/audit.ts';
import { ok } from '#platform/contract/envelopes.ts';
import { hashPassword } from '#platform/server/access/passwords.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { firstPackage, onboarding, SIGN_UP_ROLE } from '../contract/onboarding.ts';
import { MAIL_LANGUAGES } from '../contract/own-account.ts';
import { decideRequest, decidersOf, openRequests, waitingFor } from './access-requests.ts';
import type { AccountDeps } from './account-deps.ts';
import { checklistOf } from './checklist.ts';
import { type Onboarded, verifySignUp } from './first-package.ts';
import { mailOf } from './mails.ts';
import { refuseCommon } from './password-routes.ts';
import { refuse } from './refuse.ts';
import { type UserRow, userByEmail } from './users.ts';

export function onboardingRoutes(deps: AccountDeps): Route[] {
  const { database, codes, mailer, later, publicUrl, now } = deps;
  const { db } = database;

  async function mailCode(user: UserRow): Promise<void> {
    const made = await codes.issue(user.id, 'verify');
    if ('code' in made) await mailer.send(mailOf('verify_code', user, { code: made.code }));
  }

  async function tellDeciders(user: UserRow, onboarded: Onboarded): Promise<void> {
    if (!onboarded || !('asked' in onboarded)) return;
    for (const decider of await decidersOf(database, onboarded.asked))
      await mailer.send(
        mailOf('package_request', decider, {
          person: user.name,
          address: user.email,
          package: onboarded.asked,
          link: `${publicUrl()}/user-profile`,
        }),
      );
  }

  return implement(onboarding)({
    signUp: async ({ body }) => {
      await refuseCommon(body.password, 'password');
      const { name, email, domain_name, language } = body;
      const passwordHash = await hashPassword(body.password);
      // The unique index decides, so that two at once cannot both sign up; another case is the same address.
      const [user] = await db
        .insert(appUser)
        .values({
          name,
          email,
          passwordHash,
          role: SIGN_UP_ROLE,
          domainName: domain_name,
          packageName: firstPackage(domain_name),
          language: MAIL_LANGUAGES.find((each) => each === language) ?? 'en',
          verifiedAt: null,
        })
        .onConflictDoNothing()
        .returning();
      if (!user) throw refuse('email_unusable', {}, { as: 'conflict', field: 'email' });
      await audit(db, null, { action: accountAudit.signUp, subject: email, details: { domain: domain_name } });
      await mailCode(user);
      return { status: true as const, message: 'User created successfully' };
    },

    verifyEmail: async ({ body }) => {
      const user = await userByEmail(database, body.email);
      // One text for every reason, since it must not tell who has an account. An unknown address costs the same
      // look-up: the code of nobody.
      const checked = await codes.check(user?.id ?? 0, 'verify', body.otp);
      if (!user || user.disabledAt || checked !== 'right') throw refuse('otp_wrong', {}, { field: 'otp' });
      const onboarded = await verifySignUp(database, user, now());
      await tellDeciders(user, onboarded);
      return { status: true as const, message: 'OTP verified successfully' };
    },

    email: async ({ params }) => {
      later(async () => {
        const user = await userByEmail(database, params.email);
        if (user && !user.verifiedAt && !user.disabledAt) await mailCode(user);
      });
      return {
        status: true as const,
        message: 'If a sign-up with this address is pending, a new code is on its way',
      };
    },

    requests: async ({ scope }) => ok(await openRequests(scope, database)),

    decide: async ({ scope, params, body }) => {
      const { user, title } = await decideRequest(scope, database, params.id, body.approve, now());
      await mailer.send(
        mailOf(body.approve ? 'request_approved' : 'request_refused', user, { package: title, link: publicUrl() }),
      );
      return ok(null, 'Updated successfully !');
    },

    checklist: async ({ scope, query }) =>
      ok({
        items: await checklistOf(scope, deps, query.package_name),
        waiting_for: await waitingFor(scope, database),
      }),
  });
}
