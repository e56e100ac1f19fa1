import { createHash, randomBytes } from 'node:crypto';
import { ok } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import { mailbox } from '../contract/mailbox.ts';
import { refuse } from './refuse.ts';

const KEY_MS = 3600 * 1000;
const SHOWN = 50;

export interface Mailbox {
  routes: Route[];
  /** Printed by the console, good once; null where there is no local mailbox. */
  token: string | null;
}

/** Hashes are compared, so nothing is learnt from how long a comparison takes. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * The mailbox of this process: whoever reads the console may read it. An address of the network is no reason to let
 * anybody in: behind a proxy everyone is local. Refused the same way when there is none.
 */
export function createMailbox(mailer: Mailer, now: () => Date): Mailbox {
  const token = mailer.mode === 'mailbox' ? randomBytes(24).toString('base64url') : null;
  let unused = token === null ? null : digest(token);
  const keys = new Map<string, number>();
  const refused = () => refuse('mailbox_link_used', {}, { as: 'forbidden' });
  const routes = implement(mailbox)({
    open: async ({ body }) => {
      if (unused === null || digest(body.token) !== unused) throw refused();
      unused = null;
      const key = randomBytes(24).toString('base64url');
      keys.set(digest(key), now().getTime() + KEY_MS);
      return ok({ key });
    },
    read: async ({ body }) => {
      const endsAt = keys.get(digest(body.key));
      if (endsAt === undefined || endsAt <= now().getTime()) throw refused();
      const mails = await mailer.list(SHOWN);
      return ok(
        mails.map(({ id, recipient, subject, body: text, createdAt }) => ({
          id,
          to: recipient,
          subject,
          text,
          sent_at: createdAt.toISOString(),
        })),
      );
    },
  });
  return { routes, token };
}
