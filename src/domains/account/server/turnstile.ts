import { z } from 'zod';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { HumanCheck } from './human-check.ts';
import { refuse } from './refuse.ts';

/** Where the widget's script and frame come from. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com';
const VERIFY_URL = `${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`;
/** Cloudflare's own limit for an answer of the widget. */
const MAX_ANSWER = 2048;

const verdict = z.object({ success: z.boolean() });

/**
 * Cloudflare Turnstile: each answer is verified by Cloudflare, which accepts it once. Without its word nobody passes.
 */
export function turnstileCheck(outbound: Outbound, keys: { siteKey: string; secret: string }): HumanCheck {
  return {
    provider: 'turnstile',
    siteKey: keys.siteKey,
    challenge: async () => null,
    async passed(answer, ip) {
      if (answer === '' || answer.length > MAX_ANSWER) return false;
      const reply = await outbound
        .postForm(VERIFY_URL, { secret: keys.secret, response: answer, remoteip: ip })
        .catch(() => undefined);
      const parsed = verdict.safeParse(jsonOf(reply?.body));
      // No answer is not the visitor's fault: the form must not tell them to solve it again.
      if (reply?.status !== 200 || !parsed.success) throw refuse('human_check_unreachable', {}, { as: 'unavailable' });
      return parsed.data.success;
    },
  };
}

function jsonOf(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
