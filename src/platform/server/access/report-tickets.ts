import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Scope } from './scope.ts';
import type { Sessions } from './sessions.ts';

const ISSUER = 'adsieve';
/** Of its own: no session token opens a report, and no ticket opens a session. */
const AUDIENCE = 'adsieve-report';
const ALGORITHM = 'HS256';

/** Long enough for a slow line to load the frame, and short for an address that was passed on. */
export const TICKET_SECONDS = 10 * 60;

/** What a ticket is good for; nothing else can be asked with it. */
const report = z.object({ package_name: z.string(), dashboard: z.string(), from: z.string(), to: z.string() });
export type Report = z.infer<typeof report>;

const claims = report.extend({ sid: z.uuid(), id: z.number().int() });

export interface ReportTickets {
  issue(scope: Scope, report: Report): Promise<{ ticket: string; expiresAt: Date }>;
  /** The report and its reader as they may see now; null once time or session are over. */
  read(ticket: string): Promise<{ scope: Scope; report: Report } | null>;
}

/** Signed addresses of one report: bound to a session, a package and its days, and over when the session is. */
export function createReportTickets(
  secret: Uint8Array,
  sessions: Pick<Sessions, 'scopeOfSession'>,
  now: () => Date,
): ReportTickets {
  return {
    async issue(scope, asked) {
      const issued = Math.floor(now().getTime() / 1000);
      const ticket = await new SignJWT({ sid: scope.sessionId, id: scope.viewer?.id ?? scope.userId, ...asked })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issued)
        .setExpirationTime(issued + TICKET_SECONDS)
        .sign(secret);
      return { ticket, expiresAt: new Date((issued + TICKET_SECONDS) * 1000) };
    },

    async read(ticket) {
      const found = await claimsOf(ticket, secret, now());
      const scope = found && (await sessions.scopeOfSession(found.sid, found.id));
      return found && scope ? { scope, report: report.parse(found) } : null;
    },
  };
}

async function claimsOf(ticket: string, secret: Uint8Array, currentDate: Date) {
  try {
    const { payload } = await jwtVerify(ticket, secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat'],
      currentDate,
    });
    return claims.safeParse(payload).data ?? null;
  } catch {
    return null;
  }
}
