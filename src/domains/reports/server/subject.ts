import { fileQuery } from '#domains/reports/contract/report-query.ts';
import { reportOf } from '#domains/reports/contract/reports.ts';
import { QUESTION } from '#domains/reports/contract/subjects.ts';
import type { FileFormat } from '#platform/contract/file-formats.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { reportFile } from './report-file.ts';
import { createReadReport, type ReadDeps, type ReportQuestion } from './report-question.ts';
import { reportRows, reportTable } from './report-rows.ts';
import { requireSummary, type SummaryDeps, summaryPdf } from './summary-pdf.ts';
import type { EntryRow } from './tables.ts';

/** What is asked this time: package, days and the rest, read anew by whatever it is of. */
export interface AskedNow {
  package_name: string;
  start_date: string;
  end_date: string;
  [part: string]: unknown;
}

/**
 * How Explore answers a question that was kept: read first, with somebody's rights, then made into a file. `src/app`
 * hands it over, as its slice is not ours to import.
 */
export type AskExplore = (
  scope: Scope,
  asked: AskedNow,
) => Promise<(format: FileFormat, signal: AbortSignal) => Promise<{ rows: number; file: FileAnswer }>>;

export interface SubjectDeps extends SummaryDeps, Omit<ReadDeps, 'clickhouse'> {
  askExplore: AskExplore;
}

export interface Making {
  format: EntryRow['format'];
  /** Told how many rows have gone into the file. */
  onRows: (rows: number) => void;
  /** Of the person a summary is for; asked only for one. */
  language: () => Promise<Locale>;
}

/** What was read and may be made. */
export interface Readable {
  /** `report_type` of a report; '' of others. */
  type: string;
  make: (making: Making, signal: AbortSignal) => Promise<FileAnswer>;
}

/** Reads what a schedule or an entry asks. @throws what it refuses to whoever asks, the form of the file as well */
export type ReadSubject = (
  scope: Scope,
  what: { subject: string; format: EntryRow['format'] },
  asked: AskedNow,
) => Promise<Readable>;

/** A report and a question of Explore alike, for whoever plans them and whoever makes them. */
export function createReadSubject(deps: SubjectDeps): ReadSubject {
  const readReport = createReadReport(deps);
  return async (scope, { subject, format }, asked) => {
    if (subject === QUESTION) return readQuestion(scope, deps, format, asked);
    const question = await readReport(scope, reportOf(subject), fileQuery.parse(asked));
    if (format === 'pdf') requireSummary(scope, question);
    return { type: question.type, make: (making, signal) => makeReport(scope, deps, question, making, signal) };
  };
}

async function readQuestion(
  scope: Scope,
  { askExplore }: SubjectDeps,
  format: EntryRow['format'],
  asked: AskedNow,
): Promise<Readable> {
  // There is no board of a question that could be printed.
  if (format === 'pdf') throw appError('malformed', { field: 'format' });
  const answer = await askExplore(scope, asked);
  return {
    type: '',
    make: async ({ onRows }, signal) => {
      const { rows, file } = await answer(format, signal);
      onRows(rows);
      return file;
    },
  };
}

async function makeReport(
  scope: Scope,
  deps: SubjectDeps,
  question: ReportQuestion,
  { format, onRows, language }: Making,
  signal: AbortSignal,
): Promise<FileAnswer> {
  if (format !== 'pdf') {
    const table = await reportTable(scope, deps, question, signal);
    return reportFile(format, question, table, { made: deps.now(), onRows });
  }
  // The rows that its charts are about.
  onRows((await reportRows(scope, deps, question, { limit: 1, page: 1 }, signal)).total);
  return summaryPdf(scope, deps, question, await language(), signal);
}
