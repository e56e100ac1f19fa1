import { z } from 'zod';
import { PATTERNS } from '#platform/contract/patterns.ts';
import { withSafeCharacters } from '#platform/contract/safe-text.ts';

/**
 * One schema with one set of messages for the form and for the server. Messages are the spec's, letter for letter; the
 * browser shows their translation, for which the English message is the key. The first fault of a field is the one
 * shown.
 */
export const EXAMPLE_HOST = 'example.com';
export const LOGIN_MIN = 3;
export const LOGIN_MAX = 50;
export const PASSWORD_MIN = 8;

const required = (message: string) => z.string(message).min(1, { error: message, abort: true });
const MAXIMUM = 'Maximum 50 symbols';

export const loginEmail = required('Email is required')
  .min(LOGIN_MIN, { error: 'Minimum 3 symbols', abort: true })
  .max(LOGIN_MAX, { error: MAXIMUM, abort: true })
  .regex(PATTERNS.email, 'Wrong email format');

export const loginPassword = required(' No password provided.')
  .min(LOGIN_MIN, { error: 'Minimum 3 symbols', abort: true })
  .max(LOGIN_MAX, MAXIMUM);

export const personName = withSafeCharacters(
  z
    .string('Name is required')
    .trim()
    .min(1, { error: 'Name is required', abort: true })
    .min(2, { error: 'Too Short!', abort: true })
    .max(50, { error: 'Too Long!', abort: true }),
);

/** As long as the sign-in takes, so that nobody gets an account that cannot sign in (AUTH-GAP-14). */
export const newEmail = required('Email is required')
  .max(LOGIN_MAX, { error: MAXIMUM, abort: true })
  .regex(PATTERNS.email, 'Invalid email');

/** Any characters; whether it is a common one is asked of the server. */
export const newPassword = required('Password is required')
  .min(PASSWORD_MIN, { error: 'Minimum 8 chars required', abort: true })
  .max(LOGIN_MAX, MAXIMUM);

export const domainName = z
  .string('Domain is required')
  .trim()
  .toLowerCase()
  .min(1, { error: 'Domain is required', abort: true })
  .max(253, { error: `Invalid domain format (e.g., ${EXAMPLE_HOST})`, abort: true })
  .regex(PATTERNS.host, `Invalid domain format (e.g., ${EXAMPLE_HOST})`);

export const terms = z.literal(true, 'terms must be accepted');

/** The server's wording; the two-factor screen writes it with a hyphen (AUTH-GAP-07). */
export const oneTimeCode = z
  .string('OTP is required')
  .min(1, { error: 'OTP is required', abort: true })
  .regex(PATTERNS.one_time_code, 'OTP must be a 6 digit number');

/** A signed token; its content is checked by its signature. */
export const signedToken = z.string().min(1).max(1000);

/** Two fields that must hold the same; the second is at fault. */
export const samePassword = (body: { new_password: string; confirm_password: string }): boolean =>
  body.new_password === body.confirm_password;
export const SAME_PASSWORD = { error: 'The passwords do not match', path: ['confirm_password'] };
