import type { Files } from '#platform/server/files/files.ts';
import { languageOfAuthor, madeInTries, scopeOfAuthor } from '#platform/server/jobs/made-in-tries.ts';
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
export const makeReport = (deps: MakeDeps, id: number, signal: AbortSignal): Promise<void> =>
  madeInTries({
    begin: () => beginEntry(deps.database, id),
    make: (entry) => make(deps, entry, signal),
    fail: (said) => failEntry(deps.database, id, said, deps.now()),
    most: MOST_TRIES,
    signal,
    refusals: {
      brokeOff: () => refuse('report_broke_off'),
      filesAway: () => refuse('report_storage_away'),
      wentWrong: () => refuse('report_went_wrong'),
    },
  });

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
  const file = await read.make({ format, onRows, language: () => languageOfAuthor(database, authorId) }, signal);
  const bytes = await files.write(fileOf(id), file.stream, signal);
  const { fileName, mediaType } = file;
  if (!(await finishEntry(database, id, { fileName, mediaType, bytes, rows }, now()))) await files.remove(fileOf(id));
}

/** With the days it is about, which are those of the entry however it was asked for. */
const askedOf = ({ asked, packageName, firstDay, lastDay }: EntryRow): AskedNow => {
  const { fromDate: _from, toDate: _to, ...rest } = asked;
  return { ...rest, package_name: packageName, start_date: firstDay, end_date: lastDay };
};
