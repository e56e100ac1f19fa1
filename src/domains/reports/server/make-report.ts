import { eq } from 'drizzle-orm';
import { isLocale, type Locale } from '#platform/contract/locales.ts';
import { scopeOfToken } from '#platform/server/access/api-tokens.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { type Files, FilesUnavailable } from '#platform/server/files/files.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { beginEntry, failEntry, finishEntry, showRows } from './entry-store.ts';
import { refuse } from './refuse.ts';
import { fileOf } from './report-files.ts';
import { type AskedNow, createReadSubject, type SubjectDeps } from './subject.ts';
import type { EntryRow } from './tables.ts';

export interface MakeDeps extends SubjectDeps {
  files: Files;
}

/** Begun once and once more: what cannot be made in two tries has visibly failed. */
const MOST_TRIES = 2;
const SHOWN_EVERY_MS = 1000;

/**
 * Makes what was asked for, with the rights its author has now. What is refused has failed at once and says why; what
 * breaks is thrown, for the queue to try it once more.
 */
export async function makeReport(deps: MakeDeps, id: number, signal: AbortSignal): Promise<void> {
  const { database, now } = deps;
  const entry = await beginEntry(database, id);
  if (!entry) return;
  if (entry.tries > MOST_TRIES) return failEntry(database, id, saidBy(refuse('report_broke_off')), now());
  try {
    await make(deps, entry, signal);
  } catch (error) {
    const refused = error instanceof AppError && error.status < 500;
    if (!refused && (signal.aborted || entry.tries < MOST_TRIES)) throw error;
    await failEntry(database, id, saidBy(error), now());
    if (!refused) throw error;
  }
}

async function make(deps: MakeDeps, entry: EntryRow, signal: AbortSignal): Promise<void> {
  const { database, files, now } = deps;
  const { id, report: subject, format, authorId } = entry;
  const scope = await scopeOfAuthor(database, authorId, now());
  if (!scope) throw refuse('report_author_gone');
  const read = await createReadSubject(deps)(scope, { subject, format }, askedOf(entry));
  let rows = 0;
  let shownAt = performance.now();
  const onRows = (n: number): void => {
    rows = n;
    if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = performance.now();
    void showRows(database, id, n).catch(() => {});
  };
  const file = await read.make({ format, onRows, language: () => languageOf(database, authorId) }, signal);
  const bytes = await files.write(fileOf(id), file.stream, signal);
  const { fileName, mediaType } = file;
  if (!(await finishEntry(database, id, { fileName, mediaType, bytes, rows }, now()))) await files.remove(fileOf(id));
}

/** With the days it is about, which are those of the entry however it was asked for. */
const askedOf = ({ asked, packageName, firstDay, lastDay }: EntryRow): AskedNow => {
  const { fromDate: _from, toDate: _to, ...rest } = asked;
  return { ...rest, package_name: packageName, start_date: firstDay, end_date: lastDay };
};

/** Of the mails to a person. */
async function languageOf({ db }: Database, id: number): Promise<Locale> {
  const [person] = await db.select({ language: appUser.language }).from(appUser).where(eq(appUser.id, id));
  return isLocale(person?.language) ? person.language : 'en';
}

const scopeOfAuthor = (database: Database, id: number, now: Date): Promise<Scope | null> =>
  id < 0 ? scopeOfToken(database, -id, now) : scopeOfPerson(database, id);

/** A refusal in its words; of anything else nobody but the log is told the words. */
function saidBy(error: unknown) {
  const usual = error instanceof FilesUnavailable ? refuse('report_storage_away') : refuse('report_went_wrong');
  const said = error instanceof AppError ? error : usual;
  return { text: said.message, told: said.told ?? null };
}
