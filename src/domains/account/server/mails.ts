import type { Mail } from '#platform/server/mail/mailer.ts';
import { CODE_MINUTES } from './codes.ts';
import { MAIL_TEXTS } from './mail-texts/all.ts';
import type { MailKind } from './mail-texts/texts.ts';

export interface MailTo {
  email: string;
  name: string;
  /** Of the texts; unknown ones read English. */
  language: string;
}

/**
 * A mail of plain text: short, in the reader's language, with nothing that could be a trap in it but one code or link.
 */
export function mailOf(kind: MailKind, to: MailTo, values: Readonly<Record<string, string>> = {}): Mail {
  const texts = Object.hasOwn(MAIL_TEXTS, to.language) ? MAIL_TEXTS[to.language] : undefined;
  const { frame, [kind]: text } = texts ?? MAIL_TEXTS.en;
  const fill = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (hole, name: string) =>
      name === 'name' ? to.name : name === 'minutes' ? String(CODE_MINUTES) : (values[name] ?? hole),
    );
  return {
    kind,
    to: to.email,
    subject: fill(text.subject),
    text: [fill(frame.greeting), fill(text.body), fill(text.end ?? frame.end), 'Adsieve'].join('\n\n'),
  };
}
