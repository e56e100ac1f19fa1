import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { loginEmail, newPassword, SAME_PASSWORD, samePassword, signedToken } from './fields.ts';

const done = z.object({ status: z.literal(true), message: z.string() });

const twice = { new_password: newPassword, confirm_password: newPassword };

export const changePasswordForm = z
  .object({ old_password: z.string(' No password provided.').min(1, ' No password provided.').max(200), ...twice })
  .refine(samePassword, SAME_PASSWORD);

export const setPasswordForm = z.object({ ...twice }).refine(samePassword, SAME_PASSWORD);

export const passwords = {
  change: endpoint({
    method: 'POST',
    path: '/api/user/change_password',
    summary: 'Change the own password; every other session of the caller ends',
    access: 'session',
    body: changePasswordForm,
    response: done,
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/api/user/forgot_password',
    summary: 'Mail a link to set a new password; the answer does not tell whether the address is known',
    access: 'public',
    body: z.object({ email: loginEmail }),
    response: done,
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/user/password_link',
    summary: 'Whom a link to set a password belongs to; refused when it was used or has expired',
    access: 'public',
    body: z.object({ token: signedToken }),
    response: envelope(z.object({ kind: z.enum(['reset', 'invite']), name: z.string(), email: z.string() })),
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/user/set_password',
    summary: 'Set a password with the link of a mail; every session of that person ends',
    access: 'public',
    body: z.object({ token: signedToken, ...twice }).refine(samePassword, SAME_PASSWORD),
    response: done,
  }),
};
