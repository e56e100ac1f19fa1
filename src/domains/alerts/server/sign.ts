import { createHmac } from 'node:crypto';

/**
 * What webhooks of an alert are signed with, as Standard Webhooks writes it (`whsec_` and base64 of 24 to 64 bytes). Made
 * from the key of this installation, so that no copy of the database holds it.
 */
export const signingSecret = (key: Buffer, alertId: number): string =>
  `whsec_${createHmac('sha256', key).update(`webhook of alert ${alertId}`).digest('base64')}`;

/** Headers of Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signedHeaders(secret: string, message: { id: string; at: Date; body: string }): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
