import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** A private key of Ed25519 (RFC 8410) is this and its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs with the key of the installation, which nobody else is given. */
export interface Signer {
  sign: (bytes: Buffer) => Buffer;
  /** SPKI as PEM. */
  publicKey: string;
  /** SHA-256 of the public key (SPKI, DER) in hex: what a verifier holds the key against. */
  fingerprint: string;
}

/** The key is the secret itself: 32 random bytes of the data folder. */
export function signerOf(secret: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const shown = createPublicKey(key);
  return {
    sign: (bytes) => sign(null, bytes, key),
    publicKey: String(shown.export({ type: 'spki', format: 'pem' })),
    fingerprint: createHash('sha256')
      .update(shown.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  };
}
