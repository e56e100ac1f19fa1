import { webhookSecret } from '#platform/server/http/webhook-signature.ts';

/** What webhooks of an alert are signed with. */
export const signingSecret = (key: Buffer, alertId: number): string =>
  webhookSecret(key, `webhook of alert ${alertId}`);
