import { LOGIN_MAX, LOGIN_MIN } from '#domains/account/contract/endpoints.ts';

/** Keys of the messages under a field, in the order in which they are looked for. */
export type EmailFault = 'email_required' | 'min_symbols' | 'max_symbols' | 'email_format';
export type PasswordFault = 'password_required' | 'min_symbols' | 'max_symbols';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function emailFault(email: string): EmailFault | undefined {
  if (email === '') return 'email_required';
  if (email.length < LOGIN_MIN) return 'min_symbols';
  if (email.length > LOGIN_MAX) return 'max_symbols';
  return EMAIL.test(email) ? undefined : 'email_format';
}

export function passwordFault(password: string): PasswordFault | undefined {
  if (password === '') return 'password_required';
  if (password.length < LOGIN_MIN) return 'min_symbols';
  return password.length > LOGIN_MAX ? 'max_symbols' : undefined;
}
