import { ApiError, errorOf } from './api-error.ts';
import { authorization } from './authorization.ts';
import { takeEarly } from './early.ts';
import { noteRights } from './rights.ts';
import { endIfGone } from './session-gone.ts';

export const TIMEOUT_MS = 60_000;
export const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the request is given up; 60 s unless the endpoint is known to be slow. */
  timeoutMs?: number;
  /** Makes a write safe to repeat: the server answers the same key once. */
  idempotencyKey?: string;
  /** Somebody waits at a button: what the server answers is told at once, and only what got no answer is sent again. */
  atOnce?: boolean;
  /** A token that is not (yet) the session's. */
  token?: string;
  /** The version that was edited: the server refuses when somebody else has saved since. */
  version?: number;
}

/** Only what may go better next time: no answer, 429, 5xx. A question that is too heavy stays too heavy. */
const worthRetrying = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== 'timeout' &&
  error.code !== 'query_too_heavy' &&
  (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Doubles each time, with a third of chance so that a crowd of browsers does not come back in step. */
const pauseBefore = (attempt: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.85 + Math.random() / 3);

async function once(url: string, init: RequestInit, options: RequestOptions): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal;
  try {
    const response = await fetch(url, { ...init, signal });
    noteRights(response.headers.get('x-rights'));
    if (!response.ok) throw await errorOf(response, init.method === 'DELETE');
    return response;
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    if (timeout.signal.aborted) throw new ApiError('timeout', 'The server did not answer in time');
    throw new ApiError('offline', 'The server cannot be reached');
  } finally {
    clearTimeout(timer);
  }
}

/** One request with up to five attempts; writes are repeated only when an idempotency key makes that harmless. */
export async function request(url: string, init: RequestInit, options: RequestOptions = {}): Promise<Response> {
  const headers = new Headers({ ...authorization(), accept: 'application/json' });
  if (options.token) headers.set('authorization', options.token);
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`);
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value);
  });
  if ((init.method ?? 'GET') === 'GET' && !options.token) {
    const early = await takeEarly(url);
    if (early) {
      noteRights(early.headers.get('x-rights'));
      return early;
    }
  }
  const mayRepeat = (init.method ?? 'GET') === 'GET' || options.idempotencyKey !== undefined;

  for (let attempt = 1; ; attempt++) {
    try {
      return await once(url, { ...init, headers }, options);
    } catch (error) {
      // A token of something else (a sign-in that waits) says nothing about the session.
      if (!options.token) endIfGone(error);
      const isTold = options.atOnce === true && error instanceof ApiError && error.status !== 0;
      if (!mayRepeat || isTold || attempt >= MAX_ATTEMPTS || !worthRetrying(error)) throw error;
      await pause(pauseBefore(attempt), options.signal);
    }
  }
}
