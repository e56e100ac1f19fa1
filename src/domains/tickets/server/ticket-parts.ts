import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Texts } from '#platform/server/texts.ts';

/** What mails are written and kept with. */
export interface LetterParts {
  mailer: Pick<Mailer, 'keep'>;
  texts: Texts;
  /** Where people reach Adsieve, without a slash at the end. */
  publicUrl: () => string;
}

export interface TicketParts extends Stores, LetterParts {
  /** 404 for an unknown package: an administrator may name any. */
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

export type Tx = Parameters<Parameters<Database['db']['transaction']>[0]>[0];
