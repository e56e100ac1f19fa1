/**
 * Every secret of the product: what signs tokens and challenges, hashes codes, seals authenticator keys, signs evidence,
 * and what keys of links, video tags and webhooks are made from. A name outside of them does not compile.
 */
export const SECRET_NAMES = [
  'session',
  'human-check',
  'one-time-codes',
  'two-factor',
  'links',
  'signed-links',
  'video',
  'webhooks',
  'evidence',
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];
