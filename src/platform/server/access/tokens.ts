import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ISSUER = 'adsieve';
const AUDIENCE = 'adsieve-api';
const ALGORITHM = 'HS256';

/** 3 hours: the spec's session length (SESS-GAP-01). */
export const SESSION_SECONDS = 3 * 60 * 60;

/** Everything but a session is used once; one kind never passes for another. */
export const ONE_TIME_KINDS = ['pre2fa', 'link', 'reset', 'invite'] as const;
export type OneTimeKind = (typeof ONE_TIME_KINDS)[number];
type Kind = 'session' | OneTimeKind;

const claims = z.object({
  sid: z.uuid(),
  typ: z.enum(['session', ...ONE_TIME_KINDS]),
  id: z.number().int(),
});

export interface SessionToken {
  token: string;
  sessionId: string;
  expiresAt: Date;
}

export interface TokenClaims {
  /** Of the row the token stands for: a session or a one-time token. */
  id: string;
  userId: number;
}

export interface Tokens {
  /** `twoFactor` is told to the browser as `twoFA_flag` (AUTH-ENT-02). */
  issue(userId: number, twoFactor?: boolean): Promise<SessionToken>;
  issueOneTime(kind: OneTimeKind, userId: number, seconds: number): Promise<SessionToken>;
  /**
   * The session id of a token that is genuine and not expired, else
   * null. Whether the session still lives is asked of the database.
   */
  read(token: string): Promise<{ sessionId: string; userId: number } | null>;
  /** The same for a one-time token of exactly this kind. */
  readOneTime(kind: OneTimeKind, token: string): Promise<TokenClaims | null>;
}

/** One algorithm, typed tokens, issuer and audience checked: a token is an opaque handle to a row. */
export function createTokens(secret: Uint8Array, now: () => Date): Tokens {
  async function sign(typ: Kind, userId: number, seconds: number, twoFactor: boolean): Promise<SessionToken> {
    const sessionId = randomUUID();
    const issued = Math.floor(now().getTime() / 1000);
    const token = await new SignJWT({ sid: sessionId, typ, id: userId, twoFA_flag: twoFactor })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + seconds)
      .sign(secret);
    return { token, sessionId, expiresAt: new Date((issued + seconds) * 1000) };
  }

  async function readAs(kind: Kind, token: string): Promise<TokenClaims | null> {
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat'],
        currentDate: now(),
      });
      const parsed = claims.safeParse(payload);
      return parsed.success && parsed.data.typ === kind ? { id: parsed.data.sid, userId: parsed.data.id } : null;
    } catch {
      return null;
    }
  }

  return {
    issue: (userId, twoFactor = false) => sign('session', userId, SESSION_SECONDS, twoFactor),
    issueOneTime: (kind, userId, seconds) => sign(kind, userId, seconds, kind === 'pre2fa'),
    async read(token) {
      const found = await readAs('session', token);
      return found && { sessionId: found.id, userId: found.userId };
    },
    readOneTime: readAs,
  };
}

/** The spec sends the token raw on most calls and with `Bearer` on some; both are read (AUTH-GAP-18). */
export function tokenOf(header: string | undefined): string | null {
  if (!header) return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? null : token;
}
