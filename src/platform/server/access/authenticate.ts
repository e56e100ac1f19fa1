import { appError } from '../http/app-error.ts';
import { callCounter } from '../http/rate-limit.ts';
import type { HttpOptions } from '../http/server.ts';
import type { Database } from '../postgres/postgres.ts';
import { apiTokenScope, isApiToken } from './api-tokens.ts';
import type { Sessions } from './sessions.ts';
import { tokenOf } from './tokens.ts';

/** Calls of one API token a minute: ten a second, more than any report needs and less than hurts the boards. */
export const API_TOKEN_CALLS = 600;
const MINUTE_MS = 60_000;

/** Who is behind a request: a person's session, or a program's token, which is counted. */
export function createAuthenticate(
  database: Database,
  sessions: Sessions,
  now: () => Date,
): HttpOptions['authenticate'] {
  const count = callCounter(database, now);
  return async (request) => {
    const token = tokenOf(request.headers.authorization);
    if (!token) return null;
    // A write key is neither, and whoever sends traffic with it sends much.
    if (!isApiToken(token)) return token.includes('.') ? sessions.scopeOf(token) : null;
    const scope = await apiTokenScope(database, token, now());
    if (!scope) return null;
    const { current, ttl } = await count(`api token ${scope.userId}`, MINUTE_MS);
    if (current > API_TOKEN_CALLS) throw appError('too_many_requests', { retryAfter: ttl / 1000 });
    return scope;
  };
}
