import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for the beginning of an answer where nothing is sent. */
const ANSWER_MS = 8_000;
/** A part of 8 MB has been sent by then over any line worth it. */
const SENT_MS = 60_000;
const TRIES = 4;
/** After so long nobody is kept waiting for another try. */
const LONGEST_MS = 8_000;
const FIRST_PAUSE_MS = 200;
/** The storage is busy, or something of it restarts. */
const AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * Calls of the storage, a few times where it does not answer or is busy: what is sent are bytes in memory, and every
 * call may be made twice. Redirects are answers, so that nothing signed goes elsewhere. How long an answer takes once it
 * has begun is its reader's matter.
 */
export function answering(
  { tries = TRIES, pauseMs = FIRST_PAUSE_MS }: { tries?: number; pauseMs?: number } = {},
  call: typeof fetch = fetch,
): typeof fetch {
  const once = async (input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> => {
    const late = new AbortController();
    const ms = init?.body ? SENT_MS : ANSWER_MS;
    const timer = setTimeout(() => late.abort(new Error(`No answer within ${ms / 1000} s`)), ms);
    try {
      return await call(input, { ...init, redirect: 'manual', signal: late.signal });
    } finally {
      clearTimeout(timer);
    }
  };
  return async (input, init) => {
    const began = performance.now();
    for (let n = 1; ; n++) {
      const isLast = (): boolean => n >= tries || performance.now() - began > LONGEST_MS;
      try {
        const answer = await once(input, init);
        if (!AGAIN.has(answer.status) || isLast()) return answer;
        await answer.body?.cancel();
      } catch (error) {
        if (isLast()) throw error;
      }
      await sleep(pauseMs * 2 ** (n - 1));
    }
  };
}
