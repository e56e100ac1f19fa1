import { createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 9;
const SECRET_BYTES = 24;

/** What an address calls a campaign or a publisher: 72 random bits, so that nobody counts through them. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Shown once; only its hash is kept (`hashOf`). */
export const newSecret = (): string => `pbs_${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
