import { eq } from 'drizzle-orm';
import { isLocale, type Locale } from '#platform/contract/locales.ts';
import type { Message } from '#platform/contract/message.ts';
import { scopeOfToken } from '../access/api-tokens.ts';
import type { Scope } from '../access/scope.ts';
import { scopeOfPerson } from '../access/sessions.ts';
import { appUser } from '../access/tables.ts';
import { FilesUnavailable } from '../files/files.ts';
import { AppError } from '../http/app-error.ts';
import type { Database } from '../postgres/postgres.ts';

/** Why something could not be made, in words for whoever asked. */
export interface Said {
  text: string;
  told: Message | null;
}

export interface Making<Row extends { tries: number }> {
  /** Marks it as begun once more; undefined where nobody waits for it. */
  begin: () => Promise<Row | undefined>;
  make: (row: Row) => Promise<void>;
  fail: (said: Said) => Promise<void>;
  /** How often it is begun at most. */
  most: number;
  signal: AbortSignal;
  /** What is said where a try was broken off too often, the files are away, and of whatever else nobody but the log is told. */
  refusals: Record<'brokeOff' | 'filesAway' | 'wentWrong', () => AppError>;
}

/**
 * Makes what was asked for in a job. What is refused has failed at once and says why; what breaks is thrown, for the
 * queue to try it again, until it has visibly failed.
 */
export async function madeInTries<Row extends { tries: number }>({
  begin,
  make,
  fail,
  most,
  signal,
  refusals,
}: Making<Row>): Promise<void> {
  const row = await begin();
  if (!row) return;
  if (row.tries > most) return fail(saidOf(refusals.brokeOff()));
  try {
    await make(row);
  } catch (error) {
    const isRefused = error instanceof AppError && error.status < 500;
    if (!isRefused && (signal.aborted || row.tries < most)) throw error;
    if (error instanceof FilesUnavailable) await fail(saidOf(refusals.filesAway()));
    else await fail(saidOf(error instanceof AppError ? error : refusals.wentWrong()));
    if (!isRefused) throw error;
  }
}

const saidOf = ({ message, told }: AppError): Said => ({ text: message, told: told ?? null });

/** The rights its author has now; null where there is no such person or token any more. */
export const scopeOfAuthor = (database: Database, id: number, now: Date): Promise<Scope | null> =>
  id < 0 ? scopeOfToken(database, -id, now) : scopeOfPerson(database, id);

/** The language of mails to its author. */
export async function languageOfAuthor({ db }: Database, id: number): Promise<Locale> {
  const [person] = await db.select({ language: appUser.language }).from(appUser).where(eq(appUser.id, id));
  return isLocale(person?.language) ? person.language : 'en';
}
