import { createHmac, randomInt } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { recoveryCode } from '#platform/server/access/one-time-tables.ts';
import { appUser } from '#platform/server/access/tables.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { seal, unseal } from './sealed.ts';
import type { UserRow } from './users.ts';

/** RFC 6238 as every authenticator app reads it. */
const STEP_SECONDS = 30;
/** A phone's clock may be off by one step in either direction. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 advises for HMAC-SHA-1. */
const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without what looks alike when copied from paper. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export interface TwoFactor {
  /** A secret that counts once its first code was entered. */
  beginApp(user: UserRow): Promise<{ secret: string; uri: string }>;
  /** True once per time step: a code that was seen by others is no good to them. */
  checkApp(user: UserRow, code: string): Promise<boolean>;
  switchOn(userId: number, method: 'mail' | 'app'): Promise<void>;
  switchOff(userId: number): Promise<void>;
  /** New ones in place of the old; the only time they are seen. */
  newRecoveryCodes(userId: number): Promise<string[]>;
  /** True once per code. */
  useRecoveryCode(userId: number, code: string): Promise<boolean>;
  recoveryCodesLeft(userId: number): Promise<number>;
}

export function createTwoFactor({ db }: Pick<Database, 'db'>, key: Uint8Array, now: () => Date): TwoFactor {
  const about = (userId: number) => `totp ${userId}`;
  const totpOf = (email: string, secret: Secret) =>
    new TOTP({ issuer: 'Adsieve', label: email, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });
  const hashOf = (userId: number, code: string): Buffer =>
    createHmac('sha256', key)
      .update(`recovery ${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
      .digest();

  return {
    async beginApp(user) {
      const secret = new Secret({ size: SECRET_BYTES });
      await db
        .update(appUser)
        .set({ totpSecret: seal(key, about(user.id), secret.base32), totpStep: null })
        .where(and(eq(appUser.id, user.id), or(eq(appUser.twoFactor, false), eq(appUser.twoFactorMethod, 'mail'))));
      return { secret: secret.base32, uri: totpOf(user.email, secret).toString() };
    },

    async checkApp(user, code) {
      const secret = user.totpSecret && unseal(key, about(user.id), user.totpSecret);
      if (!secret) return false;
      const timestamp = now().getTime();
      const delta = totpOf(user.email, Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
      if (delta === null) return false;
      const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
      const used = await db
        .update(appUser)
        .set({ totpStep: step })
        .where(and(eq(appUser.id, user.id), or(isNull(appUser.totpStep), lt(appUser.totpStep, step))))
        .returning({ id: appUser.id });
      return used.length === 1;
    },

    async switchOn(userId, method) {
      await db
        .update(appUser)
        .set({
          twoFactor: true,
          twoFactorMethod: method,
          ...(method === 'mail' ? { totpSecret: null, totpStep: null } : {}),
        })
        .where(eq(appUser.id, userId));
    },

    async switchOff(userId) {
      await db.transaction(async (tx) => {
        await tx
          .update(appUser)
          .set({ twoFactor: false, twoFactorMethod: 'mail', totpSecret: null, totpStep: null })
          .where(eq(appUser.id, userId));
        await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
      });
    },

    async newRecoveryCodes(userId) {
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await db.transaction(async (tx) => {
        await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
        await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })));
      });
      return codes;
    },

    async useRecoveryCode(userId, code) {
      const used = await db
        .update(recoveryCode)
        .set({ usedAt: now() })
        .where(
          and(
            eq(recoveryCode.userId, userId),
            eq(recoveryCode.codeHash, hashOf(userId, code)),
            isNull(recoveryCode.usedAt),
          ),
        )
        .returning({ userId: recoveryCode.userId });
      return used.length === 1;
    },

    async recoveryCodesLeft(userId) {
      const [row] = await db
        .select({ left: sql<number>`count(*)::integer` })
        .from(recoveryCode)
        .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
      return row?.left ?? 0;
    },
  };
}

/** Ten characters, about 49 bits: with five tries a sign-in nobody finds one by trying. */
function newRecoveryCode(): string {
  const characters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)] ?? '',
  ).join('');
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}
