import { createHash, randomBytes } from 'node:crypto';
import { ok } from '#platform/contract/envelopes.ts';
import type { Files } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { MailRow } from '#platform/server/mail/mail-table.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import { type KeptMail, mailbox } from '../contract/mailbox.ts';
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
export function createMailbox(mailer: Mailer, files: Files, now: () => Date): Mailbox {
  const token = mailer.mode === 'mailbox' ? randomBytes(24).toString('base64url') : null;
  let unused = token === null ? null : digest(token);
  const keys = new Map<string, number>();
  const requireKey = (key: string): void => {
    const endsAt = keys.get(digest(key));
    if (endsAt === undefined || endsAt <= now().getTime()) throw refused();
  };
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
      requireKey(body.key);
      return ok(await Promise.all((await mailer.list(SHOWN)).map((row) => mailOf(files, row))));
    },
    file: async ({ body }) => {
      requireKey(body.key);
      const mail = (await mailer.list(SHOWN)).find(({ id }) => id === body.id);
      const attachment = mail?.attachments?.[body.file];
      const stream = attachment && (await files.read(attachment.file));
      if (!stream) throw appError('not_found', { field: 'id' });
      return { fileName: attachment.name, mediaType: attachment.type, stream };
    },
  });
  return { routes, token };
}

async function mailOf(
  files: Files,
  { id, recipient, subject, body, createdAt, attachments }: MailRow,
): Promise<KeptMail> {
  return {
    id,
    to: recipient,
    subject,
    text: body,
    sent_at: createdAt.toISOString(),
    files: await Promise.all(
      (attachments ?? []).map(async ({ name, file }) => ({ name, bytes: (await files.size(file)) ?? null })),
    ),
  };
}
