import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'adsieve';
const AUDIENCE = 'adsieve-api';
const ALGORITHM = 'HS256';

/** 3 hours: the spec's session length (SESS-GAP-01). */
export const SESSION_SECONDS = 3 * 60 * 60;

const claims = z.object({ sid: z.uuid(), typ: z.literal('session'), id: z.number().int() });

export interface SessionToken {
  token: string;
  sessionId: string;
  expiresAt: Date;
}

export interface Tokens {
  issue(userId: number): Promise<SessionToken>;
  /** The session id of a token that is genuine and not expired, else null. Whether the session still lives is asked of the database. */
  read(token: string): Promise<{ sessionId: string; userId: number } | null>;
}

/** One algorithm, typed tokens, issuer and audience checked: a token is an opaque handle to a session row. */
export function createTokens(secret: Uint8Array, now: () => Date): Tokens {
  return {
    async issue(userId) {
      const sessionId = randomUUID();
      const issued = Math.floor(now().getTime() / 1000);
      const token = await new SignJWT({ sid: sessionId, typ: 'session', id: userId, twoFA_flag: false })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(issued + SESSION_SECONDS)
        .sign(secret);
      return { token, sessionId, expiresAt: new Date((issued + SESSION_SECONDS) * 1000) };
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat'],
          currentDate: now(),
        });
        const parsed = claims.safeParse(payload);
        return parsed.success ? { sessionId: parsed.data.sid, userId: parsed.data.id } : null;
      } catch {
        return null;
      }
    },
  };
}

/** The spec sends the token raw on most calls and with `Bearer` on some; both are read (AUTH-GAP-18). */
export function tokenOf(header: string | undefined): string | null {
  if (!header) return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? null : token;
}
