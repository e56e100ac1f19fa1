import type { ResultRow, Status, Untold } from '#domains/relevancy/contract/scan.ts';
import type { ListKind } from '#domains/relevancy/contract/video-list.ts';
import { saveAs } from '#platform/web/api/files.ts';

/** What a list for a buying platform is made of; what is to be looked at is on neither. */
const OF_LIST: Readonly<Record<ListKind, readonly Status[]>> = {
  inclusion: ['Relevant', 'Included'],
  exclusion: ['Unsafe', 'Excluded'],
};

/** Spreadsheets would run these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const file = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob(['\uFEFF', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv;charset=utf-8' });

const COLUMNS = [
  'keyword',
  'location_code',
  'language_code',
  'category',
  'title',
  'video_url',
  'owner_channel_name',
  'view_count',
  'length_seconds',
  'upload_date',
  'status',
  'relevancy',
  'risk',
  'source',
] as const satisfies readonly (keyof ResultRow)[];

/** All that was found, under the names of the call; what a source does not tell is empty. */
export const saveRows = (rows: readonly ResultRow[]): void =>
  saveAs(file([COLUMNS, ...rows.map((row) => COLUMNS.map((name) => cellOf(row, name)))]), 'video-relevancy.csv');

const cellOf = (row: ResultRow, name: (typeof COLUMNS)[number]): string | number =>
  row.untold.some((untold: Untold) => untold === name) ? '' : row[name];

export const ofList = (rows: readonly ResultRow[], kind: ListKind): readonly ResultRow[] =>
  [...new Map(rows.map((row) => [row.video_url, row])).values()].filter(({ status }) => OF_LIST[kind].includes(status));

/** Each video once, by its address and channel, as buying platforms take lists of placements. */
export const saveList = (rows: readonly ResultRow[], kind: ListKind): void =>
  saveAs(
    file([['video_url', 'channel_id'], ...ofList(rows, kind).map((row) => [row.video_url, row.channel_id])]),
    `videos-${kind}.csv`,
  );
