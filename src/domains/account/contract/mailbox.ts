import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, fileBody } from '#platform/contract/envelopes.ts';

const mail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_at: z.iso.datetime(),
  /** What is attached; `bytes` is null once the file is not there any more. */
  files: z.array(z.object({ name: z.string(), bytes: z.number().int().nullable() })),
});
export type KeptMail = z.infer<typeof mail>;

const MOST_FILES = 20;

/** Mail of an installation without a mail server, for whoever sees its console. */
const key = z.string().min(1).max(200);

export const mailbox = {
  open: endpoint({
    method: 'POST',
    path: '/api/mailbox/open',
    summary: 'Open the local mailbox with the one-time token of the console; the answer is a key for an hour',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: envelope(z.object({ key: z.string() })),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/mailbox',
    summary: 'Mails of the local mailbox, newest first',
    access: 'public',
    body: z.object({ key }),
    response: envelope(z.array(mail)),
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/mailbox/file',
    summary: 'A file attached to a mail of the local mailbox, by its place among them',
    access: 'public',
    body: z.object({ key, id: z.uuid(), file: z.number().int().min(0).max(MOST_FILES).default(0) }),
    response: fileBody,
    answer: 'file',
  }),
};
