import { eq } from 'drizzle-orm';
import type { AskedReport } from '#domains/reports/contract/report-query.ts';
import { fileQuery } from '#domains/reports/contract/report-query.ts';
import { reportOf } from '#domains/reports/contract/reports.ts';
import { isLocale, type Locale } from '#platform/contract/locales.ts';
import { scopeOfToken } from '#platform/server/access/api-tokens.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { scopeOfPerson } from '#platform/server/access/sessions.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { beginEntry, failEntry, finishEntry, showRows } from './entry-store.ts';
import { refuse } from './refuse.ts';
import { reportFile } from './report-file.ts';
import { dropFile, keepFile } from './report-folder.ts';
import { createReadReport, type ReadDeps, type ReportQuestion } from './report-question.ts';
import { reportRows, reportTable } from './report-rows.ts';
import { type SummaryDeps, summaryPdf } from './summary-pdf.ts';
import type { EntryRow } from './tables.ts';

export interface MakeDeps extends SummaryDeps, Omit<ReadDeps, 'clickhouse'> {
  /** Files of reports lie here. */
  reportFolder: string;
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
  const { database, reportFolder, now } = deps;
  const { id } = entry;
  const scope = await scopeOfAuthor(database, entry.authorId, now());
  if (!scope) throw refuse('report_author_gone');
  const asked: AskedReport = fileQuery.parse(entry.asked);
  const question = await createReadReport(deps)(scope, reportOf(entry.report), asked);
  let rows = 0;
  let shownAt = performance.now();
  const onRows = (n: number): void => {
    rows = n;
    if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = performance.now();
    void showRows(database, id, n).catch(() => {});
  };
  const file = await fileFor(scope, deps, { question, entry, onRows }, signal);
  const bytes = await keepFile(reportFolder, id, file, signal);
  const { fileName, mediaType } = file;
  if (!(await finishEntry(database, id, { fileName, mediaType, bytes, rows }, now()))) await dropFile(reportFolder, id);
}

interface Making {
  question: ReportQuestion;
  entry: EntryRow;
  onRows: (rows: number) => void;
}

async function fileFor(
  scope: Scope,
  deps: MakeDeps,
  { question, entry, onRows }: Making,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { format, authorId } = entry;
  if (format !== 'pdf') {
    const table = await reportTable(scope, deps, question, signal);
    return reportFile(format, question, table, { made: deps.now(), onRows });
  }
  // The rows that its charts are about.
  onRows((await reportRows(scope, deps, question, { limit: 1, page: 1 }, signal)).total);
  return summaryPdf(scope, deps, question, await languageOf(deps.database, authorId), signal);
}

/** Of the mails to a person. */
async function languageOf({ db }: Database, id: number): Promise<Locale> {
  const [person] = await db.select({ language: appUser.language }).from(appUser).where(eq(appUser.id, id));
  return isLocale(person?.language) ? person.language : 'en';
}

const scopeOfAuthor = (database: Database, id: number, now: Date): Promise<Scope | null> =>
  id < 0 ? scopeOfToken(database, -id, now) : scopeOfPerson(database, id);

/** A refusal in its words; of anything else nobody but the log is told the words. */
function saidBy(error: unknown) {
  const said = error instanceof AppError ? error : refuse('report_went_wrong');
  return { text: said.message, told: said.told ?? null };
}
