import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isResult, type ResultRow, type ScanAnswer } from '#domains/relevancy/contract/scan.ts';
import { LIST_HOLDS, type ListKind } from '#domains/relevancy/contract/video-list.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { itemOf } from './list-item.ts';
import { listEntryTable, listTable } from './tables.ts';

const STATUS = { inclusion: 'Included', exclusion: 'Excluded' } as const;

/** An entry of a list that is asked about. */
interface Found {
  key: string;
  name: string;
  kind: ListKind;
}

/** What a package has decided goes before what was found, and an exclusion before an inclusion; what was found stays among the reasons. */
export async function heldAgainstLists(
  database: Pick<Database, 'db'>,
  packageName: string,
  answer: ScanAnswer,
): Promise<ScanAnswer> {
  const rows = answer.filter(isResult);
  if (rows.length === 0) return answer;
  const found = await entriesOf(database, packageName, [...new Set(rows.flatMap(keysOf))]);
  return answer.map((row) => (isResult(row) ? decided(row, found) : row));
}

const keysOf = (row: ResultRow): string[] =>
  LIST_HOLDS.flatMap((holds) => {
    const item = itemOf(holds, row);
    return item === null ? [] : [`${holds} ${item}`];
  });

async function entriesOf({ db }: Pick<Database, 'db'>, packageName: string, keys: readonly string[]): Promise<Found[]> {
  const items = keys.map((key) => key.slice(key.indexOf(' ') + 1));
  const entries = await db
    .select({ name: listTable.name, kind: listTable.kind, holds: listTable.holds, item: listEntryTable.item })
    .from(listEntryTable)
    .innerJoin(listTable, eq(listTable.id, listEntryTable.listId))
    .where(
      and(eq(listTable.packageName, packageName), isNull(listTable.removedAt), inArray(listEntryTable.item, items)),
    )
    .orderBy(listTable.id);
  return entries.map(({ name, kind, holds, item }) => ({ name, kind, key: `${holds} ${item}` }));
}

function decided(row: ResultRow, found: readonly Found[]): ResultRow {
  const keys = keysOf(row);
  const lists = found.filter(({ key }) => keys.includes(key));
  if (lists.length === 0) return row;
  const kind = lists.some((list) => list.kind === 'exclusion') ? 'exclusion' : 'inclusion';
  const reasons = lists.map((list) => ({ code: `on_${list.kind}`, list: list.name }));
  const otherwise = { code: `without_${row.status.toLowerCase()}` };
  return { ...row, status: STATUS[kind], reasons: [...reasons, otherwise, ...row.reasons] };
}
