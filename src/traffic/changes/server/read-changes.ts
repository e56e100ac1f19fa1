import { packageExists } from '#platform/server/access/packages.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Change, ChangesAnswer } from '#traffic/changes/contract/change-endpoints.ts';
import { KEPT_DAYS } from '#traffic/changes/contract/feed.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { fromCursor, type Reading, toCursor } from './cursor.ts';
import { headOf, readFeed } from './read-feed.ts';
import { refuse } from './refuse.ts';
import { storedOfKind } from './rows-of-feed.ts';

export interface ChangesQuery {
  package: string;
  cursor?: string | undefined;
  limit: number;
}

/**
 * The next page of what happened to the events of a package. Without a cursor it begins with all that is stored, and goes
 * on with what happened since it began: so nothing is missing, and what changed meanwhile is told twice.
 */
export async function readChanges(scope: Scope, stores: Stores, query: ChangesQuery): Promise<ChangesAnswer> {
  requireMay(scope, 'event.read');
  const packageName = requirePackage(scope, query.package);
  if (scope.publishers !== 'all' || scope.vendors !== 'all')
    throw refuse('feed_of_whole_package', {}, { as: 'forbidden' });
  // Who may see all can name one that is not there, and would ask it for ever.
  if (query.cursor === undefined && !(await packageExists(stores.database, packageName)))
    throw appError('not_found', { field: 'package_name' });
  const head = await headOf(stores.database, packageName);
  const at: Reading =
    query.cursor === undefined
      ? { package: packageName, seq: head.seq, kind: 0 }
      : fromCursor(query.cursor, packageName);
  // The data are those of an older backup: what the cursor has seen never happened here.
  if (at.seq > head.seq) throw refuse('wrong_cursor', {}, { as: 'malformed', field: 'cursor' });
  if (at.seq < head.forgotten) throw refuse('cursor_too_old', { days: KEPT_DAYS }, { field: 'cursor' });
  const read =
    at.kind === undefined ? await readOn(stores, at, query.limit) : await readStored(stores, at, query.limit);
  return { ...read, cursor: toCursor(read.at), begins: query.cursor === undefined };
}

interface Page {
  data: Change[];
  at: Reading;
  more: boolean;
}

/** All that is stored, kind by kind as the table lies. */
async function readStored({ clickhouse }: Stores, from: Reading, limit: number): Promise<Page> {
  const data: Change[] = [];
  let at = from;
  for (;;) {
    const kind = EVENT_KINDS[at.kind ?? 0];
    // What happened since it began comes next, also when nothing did.
    if (!kind) return { data, at: { package: at.package, seq: at.seq }, more: true };
    const { changes, last } = await storedOfKind(clickhouse, at.package, kind, at.after, limit - data.length);
    data.push(...changes);
    at = last ? { ...at, after: last } : { package: at.package, seq: at.seq, kind: (at.kind ?? 0) + 1 };
    if (data.length >= limit) return { data, at, more: true };
  }
}

async function readOn(stores: Stores, { package: packageName, ...from }: Reading, limit: number): Promise<Page> {
  const { told, at, more } = await readFeed(stores, packageName, from, limit);
  return { data: told.map(({ change }) => change), at: { package: packageName, ...at }, more };
}
