import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for the beginning of an answer; a part of 8 MB has been sent by then over any line worth it. */
const ANSWER_MS = 60_000;
const TRIES = 4;
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
    const timer = setTimeout(() => late.abort(new Error(`No answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
    try {
      return await call(input, { ...init, redirect: 'manual', signal: late.signal });
    } finally {
      clearTimeout(timer);
    }
  };
  return async (input, init) => {
    for (let n = 1; n < tries; n++) {
      const answer = await once(input, init).catch(() => undefined);
      if (answer && !AGAIN.has(answer.status)) return answer;
      await answer?.body?.cancel();
      await sleep(pauseMs * 2 ** (n - 1));
    }
    return once(input, init);
  };
}
