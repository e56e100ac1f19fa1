import { stored } from './stored.ts';
import { decodeToken } from './token.ts';
import type { SessionUser } from './user.ts';

/** Life of a session from its login (spec 4.3). */
export const SESSION_MS = 3 * 3600 * 1000;
/** A token this close to its expiry is over already: no request may die half way. */
export const TOKEN_MARGIN_MS = 5 * 60 * 1000;

export function saveSession(token: string, user: SessionUser): void {
  const now = Date.now();
  stored.set('token', token);
  stored.set('auth_data', user);
  stored.set('email', user.email);
  stored.set('LOGIN_TIME', now);
  stored.set('EXPIRED_TIME', now + SESSION_MS);
}

/** When the session is over by its token or by its stored expiry; 0 for a token nobody can read. */
export function sessionOverAt(): number {
  const token = decodeToken(stored.text('token'));
  if (!token) return 0;
  return Math.min(token.exp * 1000 - TOKEN_MARGIN_MS, stored.number('EXPIRED_TIME') || Number.POSITIVE_INFINITY);
}

/** At page load: an expiry already passed counts, then it is set anew to login time plus three hours. */
export function resumeSession(now: number): 'none' | 'alive' | 'over' {
  if (!stored.has('token')) return 'none';
  if (now >= sessionOverAt()) return 'over';
  const login = stored.number('LOGIN_TIME') || now;
  stored.set('LOGIN_TIME', login);
  stored.set('EXPIRED_TIME', login + SESSION_MS);
  return now >= sessionOverAt() ? 'over' : 'alive';
}
