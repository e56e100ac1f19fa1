import { createHmac } from 'node:crypto';

/**
 * What webhooks are signed with, as Standard Webhooks writes it (`whsec_` and base64 of 24 to 64 bytes). Made from the
 * key of this installation and whose it is, so that no copy of the database holds it.
 */
export const webhookSecret = (key: Buffer, whose: string): string =>
  `whsec_${createHmac('sha256', key).update(whose).digest('base64')}`;

/**
 * Headers of Standard Webhooks, with a signature of each secret: whoever takes it changes from one to the other without a
 * gap. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
