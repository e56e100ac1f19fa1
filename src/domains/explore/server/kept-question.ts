import { fileQuestion } from '#domains/explore/contract/explore-endpoints.ts';
import { namesOnly } from '#domains/views/contract/named-publishers.ts';
import type { FileFormat } from '#platform/contract/file-formats.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import { exploreFile } from './explore-file.ts';
import { createReadQuestion } from './explore-question.ts';
import { type ExploreParts, MOST_FILE_ROWS } from './explore-routes.ts';
import { refuse } from './refuse.ts';
import { bounded } from './too-wide.ts';

/** A question that was kept, with a package and the days it is asked about this time. */
export interface AskedAgain {
  package_name: string;
  start_date: string;
  end_date: string;
  [part: string]: unknown;
}

export interface AnsweredAgain {
  rows: number;
  file: FileAnswer;
}

export type AskAgain = (
  scope: Scope,
  asked: AskedAgain,
) => Promise<(format: FileFormat, signal: AbortSignal) => Promise<AnsweredAgain>>;

/**
 * Reads a question of another time, with the rights of whoever it is asked for; what is handed back asks it and makes
 * the file. A part that there is no more is refused by name: without a filter the file would hold other rows, without a
 * column those who read it by program would read another.
 */
export function createAskAgain(deps: ExploreParts): AskAgain {
  const readQuestion = createReadQuestion(deps);
  return async (scope, asked) => {
    const { format: _format, about: _about, ...question } = known(asked);
    requireOwnNames(scope, asked);
    const { rows } = await readQuestion(scope, { ...question, limit: MOST_FILE_ROWS });
    return async (format, signal) => {
      const found = await bounded(scope, deps, rows, signal);
      const made = { measures: question.measures, format, about: undefined, made: deps.now() };
      return { rows: found.rows.length, file: await exploreFile(rows, found.rows, made) };
    };
  };
}

/** The file says what is left out as well: to a publisher no other is named, neither so nor by a condition. */
function requireOwnNames({ publishers }: Scope, asked: AskedAgain): void {
  const parts = Object.entries(asked).flatMap(([name, said]) =>
    [said].flat().map((value) => ({ name, value: String(value) })),
  );
  if (publishers !== 'all' && !namesOnly({ path: '', asked: parts }, publishers))
    throw appError('foreign_publisher', { field: 'publisher' });
}

function known(asked: AskedAgain) {
  const read = fileQuestion.safeParse(asked);
  if (read.success) return read.data;
  const gone = read.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys;
    const [part] = issue.path;
    const said = typeof part === 'string' ? asked[part] : undefined;
    // Of a list the names in it that are not taken; one by one, as nothing else says which.
    const names =
      part === 'by' || part === 'measures'
        ? [said]
            .flat()
            .map(String)
            .filter((name) => !isTaken(part, name))
        : [];
    return names.length > 0 ? names : [String(part ?? '')];
  });
  throw refuse('explore_gone', { names: [...new Set(gone)].join(', ') });
}

const isTaken = (part: 'by' | 'measures', name: string): boolean => fileQuestion.shape[part].safeParse(name).success;
