import { createTransport } from 'nodemailer';

/** Longest wait for each step of the talk with the mail server; a sign-in waits for it. */
const TIMEOUT_MS = 10_000;

export interface SmtpMail {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
}

export interface Smtp {
  /** Resolves when the server has taken the mail; rejects with its words. */
  deliver(mail: SmtpMail): Promise<void>;
  /** Whether the server answers and takes our name and password. */
  verify(): Promise<void>;
}

export function openSmtp({ url, from }: { url: string; from: string }): Smtp {
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    // Texts of people are texts: never a file or an address to be fetched by us.
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    deliver: async ({ to, subject, text, html }) => {
      // As an object: a comma in an address must not become a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, ...(html ? { html } : {}) });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}
