import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesText } from '#platform/contract/bytes-text.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { MailFile } from '#platform/server/mail/smtp.ts';
import { command, type Printer } from '../command.ts';

/** Mails shown at once: the newest are what somebody waits for. */
const SHOWN = 20;

export interface MailArgs {
  /** Folder into which the files of the shown mails are copied; '' for none. */
  save: string;
  /** Where whoever asks stands: the command may run in the server. */
  cwd: string;
}

/** Reads the local mailbox; with a mail server it shows what was sent, what waits and why. */
export const mail = command<MailArgs>({
  name: 'mail',
  async run({ mailer, files }, { save, cwd }, print) {
    const folder = save === '' ? undefined : resolve(cwd, save);
    if (folder) await mkdir(folder, { recursive: true });
    const mails = await mailer.list(SHOWN);
    if (mails.length === 0) print.line('No mail yet.');
    for (const row of mails.toReversed()) {
      const { createdAt, recipient, subject, body, state, error } = row;
      print.line(`\n${createdAt.toISOString()}  ${state}  to ${recipient}\n${subject}`);
      if (error) print.line(`  ${error}`);
      for (const attached of row.attachments ?? []) await showFile(files, row.id, attached, folder, print);
      if (body) print.line(`\n${body.trim().replace(/^/gm, '  ')}`);
    }
    if (mailer.mode === 'off') print.line('\nMail is off: production needs ADSIEVE_SMTP_URL and ADSIEVE_MAIL_FROM.');
    return 0;
  },
});

async function showFile(
  files: Files,
  id: string,
  { file, name }: MailFile,
  folder: string | undefined,
  print: Printer,
): Promise<void> {
  const bytes = await files.size(file);
  print.line(`  with ${name}, ${bytes === undefined ? 'not there any more' : bytesText('en', bytes)}`);
  const stream = folder === undefined ? undefined : await files.read(file);
  if (folder === undefined || !stream) return;
  // The same report to two people has one name and may hold different rows.
  const to = join(folder, `${id.slice(0, 8)}_${basename(name)}`);
  const saved = await pipeline(stream, createWriteStream(to, { flags: 'wx' })).then(
    () => 'saved as',
    (failed: NodeJS.ErrnoException) => {
      if (failed.code === 'EEXIST') return 'was saved as';
      throw failed;
    },
  );
  print.line(`  ${saved} ${to}`);
}
