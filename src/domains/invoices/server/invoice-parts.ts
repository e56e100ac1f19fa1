import type { AgreementBook } from '#domains/agreements/contract/book.ts';
import type { SettledBook } from '#domains/settlements/contract/settled-book.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Texts } from '#platform/server/texts.ts';

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface InvoiceParts {
  database: Database;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  settledBook: SettledBook<Db, Tx>;
  agreementBook: AgreementBook<Db | Tx>;
  texts: Texts;
  now: () => Date;
}

export interface InvoiceRouteParts extends InvoiceParts {
  jobs: Pick<Jobs, 'enqueue'>;
  mailer: Mailer;
}

export interface InvoiceJobParts extends InvoiceParts {
  files: Files;
  mailer: Mailer;
}

/** When it is changed now: two changes within a millisecond are two. */
export const after = (before: Date | undefined, now: Date): Date =>
  new Date(Math.max(now.getTime(), (before?.getTime() ?? 0) + 1));
