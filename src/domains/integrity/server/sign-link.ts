import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Characters of a signature: 160 bits. */
const LENGTH = 27;
const KEY_ID = 'kid';
const EXPIRES = 'exp';
const NONCE = 'n';
const SIGNATURE = 'sig';
const PUBLISHER = 'p';

/** What a signed link says of itself. */
export interface LinkSeal {
  keyId: string;
  /** '' where it names none, or several. */
  publisher: string;
  /** Unix seconds. */
  expires: number;
  nonce: string;
  signature: string;
}

/** A key as its secrets are derived. */
export interface LinkKey {
  keyId: string;
  packageName: string;
  /** Each publisher has a secret of its own; keys made before that have one for all. */
  perPublisher: boolean;
}

/** Whoever has it signs links of this package and publisher (the `p` of the link), and of no other. */
export const linkSecret = (master: Buffer, { packageName, keyId, perPublisher }: LinkKey, publisher: string): string =>
  createHmac('sha256', master)
    .update(`links\n${packageName}\n${keyId}${perPublisher ? `\n${publisher}` : ''}`)
    .digest('hex');

/**
 * What is signed: the path, a question mark, and all parameters but the signature, sorted by their name and value and
 * encoded as `encodeURIComponent` does. HMAC-SHA256 under the secret as text, base64url, 27 characters.
 */
export function signatureOf(secret: string, path: string, params: readonly (readonly [string, string])[]): string {
  const said = params
    .filter(([name]) => name !== SIGNATURE)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  return createHmac('sha256', secret)
    .update(`${path}?${said.join('&')}`)
    .digest('base64url')
    .slice(0, LENGTH);
}

/** Null for a link nobody has signed. */
export function sealOf(params: readonly (readonly [string, string])[]): LinkSeal | null {
  const get = (name: string) => params.find(([each]) => each === name)?.[1];
  const signature = get(SIGNATURE);
  if (signature === undefined) return null;
  return {
    keyId: get(KEY_ID) ?? '',
    publisher: params.filter(([each]) => each === PUBLISHER).length === 1 ? (get(PUBLISHER) ?? '') : '',
    expires: Number(get(EXPIRES) ?? Number.NaN),
    nonce: get(NONCE) ?? '',
    signature,
  };
}

/** In constant time. */
export function isSigned(
  secret: string,
  path: string,
  params: readonly (readonly [string, string])[],
  signature: string,
): boolean {
  const expected = Buffer.from(signatureOf(secret, path, params));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export function signedLink(
  base: string,
  path: string,
  params: readonly (readonly [string, string])[],
  { secret, keyId, expires }: { secret: string; keyId: string; expires: number },
): string {
  const all: [string, string][] = [
    ...params.map(([a, b]): [string, string] => [a, b]),
    [KEY_ID, keyId],
    [EXPIRES, String(expires)],
  ];
  const query = [...all, [SIGNATURE, signatureOf(secret, path, all)] as const]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return `${base}${path}?${query}`;
}

/** By which a nonce is remembered; two packages may use the same, and two publishers with secrets of their own. */
export const nonceHash = ({ packageName, perPublisher }: LinkKey, publisher: string, nonce: string): Buffer =>
  createHash('sha256')
    .update(`${packageName}\n${perPublisher ? `${publisher}\n` : ''}${nonce}`)
    .digest()
    .subarray(0, 16);
