import { webhookSecret } from '#platform/server/http/webhook-signature.ts';
import type { DestinationRow } from './tables.ts';

/** What it is signed with; the old one after it until its time is over. */
export function secretsOf(
  key: Buffer,
  { salt, oldSalt, oldUntil }: Pick<DestinationRow, 'salt' | 'oldSalt' | 'oldUntil'>,
  now: Date,
): [string, ...string[]] {
  const of = (each: string): string => webhookSecret(key, `webhook of verdicts ${each}`);
  return [of(salt), ...(oldSalt && oldUntil && oldUntil > now ? [of(oldSalt)] : [])];
}
