import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { packageInfo } from '#platform/contract/package-info.ts';
import { loginEmail, loginPassword, oneTimeCode, signedToken } from './fields.ts';

/** What the browser stores under `auth_data`; vendor and fraud_type are empty for roles without them. */
export const authData = z.object({
  id: z.number(),
  role: z.string(),
  name: z.string(),
  email: z.string(),
  publisher: z.array(z.object({ publisher_name: z.string() })),
  vendor: z.array(z.string()),
  fraud_type: z.array(z.object({ fraud_status: z.string() })),
});
export type AuthData = z.infer<typeof authData>;

export const menuEntry = z.object({
  category: z.string(),
  category_icon: z.string(),
  sub_category: z.string(),
  sub_category_icon: z.string(),
  menu_title: z.string(),
  menu_icon: z.string(),
  route: z.string(),
  /** Counts for the guard but is not drawn (NAV-GAP-05). */
  hidden: z.boolean(),
  page_id: z.string(),
});
export type MenuEntry = z.infer<typeof menuEntry>;

/** A number; forms and older callers send it as text. */
const uid = z.coerce.number().int().min(1).max(2_147_483_647);

const signedIn = z.object({ status: z.literal(true), message: z.string(), token: z.string(), user: authData });

/** With `two_factor` the token opens nothing but the one-time-code calls, and who it is about is not told yet. */
const signInAnswer = z.object({
  status: z.literal(true),
  message: z.string(),
  token: z.string(),
  user: authData.optional(),
  two_factor: z.enum(['mail', 'app']).optional(),
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

const packageQuery = z.object({ package_name: z.string().min(1).max(200) });

export const account = {
  humanCheck: endpoint({
    method: 'GET',
    path: '/api/user/human_check',
    summary: 'The human check to pass before signing in',
    access: 'public',
    response: z.object({ provider: z.enum(['altcha', 'turnstile']), site_key: z.string(), challenge: z.unknown() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/user/login',
    summary: 'Sign in with e-mail, password and the answer of the human check',
    access: 'public',
    body: z.object({
      email: loginEmail,
      password: loginPassword,
      turnstile_token: z.string().max(10_000).default(''),
    }),
    response: signInAnswer,
  }),
  generateOtp: endpoint({
    method: 'POST',
    path: '/api/user/generate-otp',
    summary: 'Mail a one-time code to whoever gave the right password (Bearer: the token of that answer)',
    access: 'public',
    body: z.object({ uid }),
    response: z.object({ status: z.literal(true), message: z.string() }),
  }),
  validateOtp: endpoint({
    method: 'POST',
    path: '/api/user/validate-otp',
    summary: 'Finish signing in with the one-time code of the mail or of the authenticator app',
    access: 'public',
    body: z.object({ uid, otp: oneTimeCode }),
    response: signedIn,
  }),
  useRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/user/use-recovery-code',
    summary: 'Finish signing in with a recovery code, which is used up by it',
    access: 'public',
    body: z.object({ uid, code: z.string().trim().min(8).max(40) }),
    response: signedIn,
  }),
  exchange: endpoint({
    method: 'POST',
    path: '/api/user/exchange',
    summary: 'Sign in with a one-time login code; it is used up by it, and a second factor is still asked for',
    access: 'public',
    body: z.object({ token: signedToken }),
    response: signInAnswer,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/user/logout',
    summary: 'End the session on the server',
    access: 'session',
    whileViewing: true,
    response: envelope(z.null()),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/user/me',
    summary: 'The signed-in user',
    access: 'session',
    response: envelope(authData),
  }),
  packages: endpoint({
    method: 'GET',
    path: '/api/user/package',
    summary: 'The packages of the caller, first one first',
    access: 'session',
    response: envelope(z.array(packageInfo)),
  }),
  menu: endpoint({
    method: 'GET',
    path: '/api/user/menu',
    summary: 'The menu of the caller over all packages',
    access: 'session',
    response: envelope(z.array(menuEntry)),
  }),
  dashboardType: endpoint({
    method: 'GET',
    path: '/api/user/dashboard_type',
    summary: 'Dashboard types of a package in landing order',
    access: 'session',
    query: packageQuery,
    response: z.object({ status: z.literal(true), message: z.string(), dashboardType: z.array(z.string()) }),
  }),
};
