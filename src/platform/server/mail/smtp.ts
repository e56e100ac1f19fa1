import { createTransport } from 'nodemailer';
import { bytesOf, type FileName, type Files } from '../files/files.ts';

/** Longest wait for each step of the talk with the mail server; a sign-in waits for it. */
const TIMEOUT_MS = 10_000;

/** A file sent along. It is read when the mail goes out, so it has to lie there for as long as the mail may wait. */
export interface MailFile {
  file: FileName;
  name: string;
  type: string;
}

export interface SmtpMail {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  attachments?: readonly MailFile[] | undefined;
}

export interface Smtp {
  /** Resolves when the server has taken the mail; rejects with its words. */
  deliver(mail: SmtpMail): Promise<void>;
  /** Whether the server answers and takes our name and password. */
  verify(): Promise<void>;
}

export function openSmtp({ url, from }: { url: string; from: string }, files: Pick<Files, 'read'>): Smtp {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    // Texts of people are texts: never a file or an address to be fetched by us.
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    deliver: async ({ to, subject, text, html, attachments = [] }) => {
      await transport.sendMail({
        // As an object: a comma in an address must not become a second recipient.
        to: { name: '', address: to },
        subject,
        text,
        ...(html ? { html } : {}),
        attachments: await Promise.all(attachments.map((each) => attached(files, each))),
      });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}

/** Deleted meanwhile, the mail fails: without its file it would say what is not so. */
async function attached(files: Pick<Files, 'read'>, { file, name, type }: MailFile) {
  const stream = await files.read(file);
  if (!stream) throw new Error('The attached file is not there any more');
  return { filename: name, contentType: type, content: await bytesOf(stream) };
}
