import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, or, type SQL } from 'drizzle-orm';
import { PERMISSIONS, type Permission } from '#platform/contract/roles.ts';
import type { Database } from '../postgres/postgres.ts';
import { type Scope, scopeOf } from './scope.ts';
import { apiToken, packageTable } from './tables.ts';

/** Tells a token of ours from a session's, in logs and in scanners for secrets that were published by mistake. */
const PREFIX = 'ads_';
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 10;
/** When it was last used is written at most this often. */
const TOUCH_MS = 60_000;

export interface MadeToken {
  /** Shown once; only its hash is kept. */
  token: string;
  hash: Buffer;
  hint: string;
}

/** 256 random bits: nothing to guess, so a fast hash is enough. */
export function makeApiToken(): MadeToken {
  const token = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { token, hash: hashOf(token), hint: token.slice(0, HINT_CHARACTERS) };
}

export const isApiToken = (token: string): boolean => token.startsWith(PREFIX);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);

/**
 * The scope of a token that is neither revoked nor expired and
 * whose package is in use: that package, those permissions.
 */
export async function apiTokenScope({ db }: Database, token: string, now: Date): Promise<Scope | null> {
  const row = await validToken({ db }, eq(apiToken.hash, hashOf(token)), now);
  if (!row) return null;
  await db
    .update(apiToken)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(apiToken.id, row.id),
        or(isNull(apiToken.lastUsedAt), lt(apiToken.lastUsedAt, new Date(now.getTime() - TOUCH_MS))),
      ),
    );
  return tokenScope(row);
}

/** The same for work that a token asked for and that goes on without it. */
export async function scopeOfToken({ db }: Pick<Database, 'db'>, id: number, now: Date): Promise<Scope | null> {
  const row = await validToken({ db }, eq(apiToken.id, id), now);
  return row ? tokenScope(row) : null;
}

type TokenRow = typeof apiToken.$inferSelect;

async function validToken({ db }: Pick<Database, 'db'>, which: SQL, now: Date): Promise<TokenRow | undefined> {
  const [row] = await db
    .select({ token: apiToken })
    .from(apiToken)
    .innerJoin(packageTable, and(eq(packageTable.name, apiToken.packageName), eq(packageTable.active, true)))
    .where(and(which, isNull(apiToken.revokedAt), or(isNull(apiToken.expiresAt), gt(apiToken.expiresAt, now))));
  return row?.token;
}

const tokenScope = ({ id, name, packageName, permissions }: TokenRow): Scope =>
  scopeOf({
    userId: -id,
    userName: `API token ${name}`,
    sessionId: '',
    roleName: 'customer',
    packages: [packageName],
    publishers: [],
    vendors: [],
    limitedTo: new Set(permissions.filter(isPermission)),
  });
