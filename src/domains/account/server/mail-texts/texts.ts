/** Words of the mails about accounts, a file for each of the six languages. `{…}` is filled in. */
export const MAIL_KINDS = [
  'verify_code',
  'sign_in_code',
  'two_factor_code',
  'reset',
  'password_changed',
  'two_factor_off',
  'package_request',
  'request_approved',
  'request_refused',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface Text {
  subject: string;
  body: string;
  /** In place of the usual last line. */
  end?: string;
}
export type Texts = Readonly<Record<MailKind, Text>> & { readonly frame: { greeting: string; end: string } };
