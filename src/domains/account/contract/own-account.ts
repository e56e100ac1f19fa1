import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { newEmail, oneTimeCode, personName } from './fields.ts';

const moment = z.iso.datetime();
const password = z.string(' No password provided.').min(1, ' No password provided.').max(200);
/** Languages mails are written in. */
export const MAIL_LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'zh'] as const;

export const profileForm = z.object({ name: personName, language: z.enum(MAIL_LANGUAGES) });

export const profile = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  language: z.enum(MAIL_LANGUAGES),
  two_factor: z.enum(['off', 'mail', 'app']),
  recovery_codes_left: z.number().int(),
  password_changed_at: moment.nullable(),
});
export type Profile = z.infer<typeof profile>;

export const ownSession = z.object({
  id: z.uuid(),
  /** The one this call was made with. */
  current: z.boolean(),
  browser: z.string(),
  system: z.string(),
  ip: z.string(),
  signed_in_at: moment,
  last_seen_at: moment,
});
export type OwnSession = z.infer<typeof ownSession>;

const METHODS = ['mail', 'app'] as const;
export type TwoFactorMethod = (typeof METHODS)[number];

export const ownAccount = {
  profile: endpoint({
    method: 'GET',
    path: '/api/user/profile',
    summary: 'The own account',
    access: 'session',
    response: envelope(profile),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/user/profile',
    summary: 'Change the own name and the language of mails',
    access: 'session',
    form: { exempt: [] },
    body: profileForm,
    response: envelope(profile),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/session',
    summary: 'Where the caller is signed in, newest first',
    access: 'session',
    response: envelope(z.array(ownSession)),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/session/:id',
    summary: 'End one of the own sessions',
    access: 'session',
    params: z.object({ id: z.uuid() }),
    response: envelope(z.null()),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/session',
    summary: 'End all own sessions but this one',
    access: 'session',
    response: envelope(z.object({ ended: z.number().int() })),
  }),
  beginTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two_factor/begin',
    summary: 'Begin to set up two-factor: a code by mail, or a secret for an authenticator app',
    access: 'session',
    body: z.object({ method: z.enum(METHODS), password }),
    response: envelope(
      z.object({
        /** For the authenticator app; empty for codes by mail. */
        secret: z.string(),
        uri: z.string(),
      }),
    ),
  }),
  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two_factor/confirm',
    summary: 'Finish the set-up with a first code; the recovery codes are shown this once',
    access: 'session',
    body: z.object({ method: z.enum(METHODS), otp: oneTimeCode }),
    response: envelope(z.object({ recovery_codes: z.array(z.string()) })),
  }),
  endTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/two_factor/off',
    summary: 'Switch two-factor off; the password is asked for again',
    access: 'session',
    body: z.object({ password }),
    response: envelope(z.null()),
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/recovery_codes',
    summary: 'New recovery codes in place of the old ones, shown this once',
    access: 'session',
    body: z.object({ password }),
    response: envelope(z.object({ recovery_codes: z.array(z.string()) })),
  }),
  resetTwoFactor: endpoint({
    method: 'POST',
    path: '/api/user/:id/two_factor_reset',
    summary: 'Switch two-factor off for somebody who lost it; their sessions end and they are told by mail',
    access: 'user.write',
    params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: envelope(z.null()),
  }),
  loginCode: endpoint({
    method: 'POST',
    path: '/api/user/login_code',
    summary: 'A one-time login code for a named user: 60 s, single use',
    access: 'login.issue',
    body: z.object({ email: newEmail }),
    response: envelope(z.object({ token: z.string(), link: z.string(), expires_at: moment })),
  }),
};
