import { command } from '../command.ts';

/** Mails shown at once: the newest are what somebody waits for. */
const SHOWN = 20;

/** Reads the local mailbox; with a mail server it shows what was sent, what waits and why. */
export const mail = command<Record<string, never>>({
  name: 'mail',
  async run({ mailer }, _args, print) {
    const mails = await mailer.list(SHOWN);
    if (mails.length === 0) print.line('No mail yet.');
    for (const { createdAt, recipient, subject, body, attachment, state, error } of mails.toReversed()) {
      print.line(`\n${createdAt.toISOString()}  ${state}  to ${recipient}\n${subject}`);
      if (error) print.line(`  ${error}`);
      if (attachment) print.line(`  with ${attachment.name}`);
      if (body) print.line(`\n${body.trim().replace(/^/gm, '  ')}`);
    }
    if (mailer.mode === 'off') print.line('\nMail is off: production needs ADSIEVE_SMTP_URL and ADSIEVE_MAIL_FROM.');
    return 0;
  },
});
