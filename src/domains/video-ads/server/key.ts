import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 12;
const MAC_BYTES = 16;

/** What an address calls a tracker or a file: 96 random bits, so that nobody counts through them. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

const macOf = (secret: Buffer, written: string): Buffer =>
  createHmac('sha256', secret).update(written).digest().subarray(0, MAC_BYTES);

/** For texts that come back in an address. */
export const macText = (secret: Buffer, written: string): string => macOf(secret, written).toString('base64url');

export function isMacOf(secret: Buffer, written: string, mac: string): boolean {
  const given = Buffer.from(mac, 'base64url');
  return given.length === MAC_BYTES && timingSafeEqual(given, macOf(secret, written));
}

const text = z.string();
/** What a tracking address says of its request, in the order it is written. */
const ORDER = {
  requestId: text,
  packageId: z.number().int(),
  /** Milliseconds since 1970. */
  until: z.number().int(),
  campaign: text,
  publisher: text,
  brand: text,
  placement: text,
  creative: text,
  pageId: text,
  domain: text,
  deviceId: text,
  seconds: z.number().int().nullable(),
  /** Base64url of the person the cap counts. */
  person: text,
  /** First day of the window it counts in. */
  windowStart: text,
};
const sealed = z.object(ORDER);
/** Only who has the secret could have written it. */
export type Sealed = z.infer<typeof sealed>;
const NAMES = sealed.keyof().options;

export function seal(secret: Buffer, said: Sealed): string {
  const written = Buffer.from(JSON.stringify(NAMES.map((name) => said[name]))).toString('base64url');
  return `${written}.${macText(secret, written)}`;
}

/** Null for what was not sealed here, was changed, or is over. */
export function unseal(secret: Buffer, token: string, now: Date): Sealed | null {
  const [written = '', mac = ''] = token.split('.');
  if (!isMacOf(secret, written, mac)) return null;
  const values = z.array(z.unknown()).parse(JSON.parse(Buffer.from(written, 'base64url').toString('utf8')));
  const said = sealed.parse(Object.fromEntries(NAMES.map((name, index) => [name, values[index]])));
  return said.until >= now.getTime() ? said : null;
}

/** Who a cap counts, without saying who: a keyed hash of what the request tells apart. */
export const personOf = (secret: Buffer, parts: readonly string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
