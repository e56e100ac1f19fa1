import type { Cell } from '#platform/server/csv.ts';
import type { FileKind } from '#platform/server/file-columns.ts';
import type { FileTable } from '#platform/server/file-maker.ts';
import { EVENT_COLUMNS, type EventColumn, type EventRow } from '#traffic/explorer/contract/events-endpoints.ts';

/** A column of a file of events: of the list, or what tells the event and its rules apart. */
export type EventFileColumn = EventColumn | 'row_id' | 'hits';

/** All of them, in the order of the download of the list. */
export const EVENT_FILE_COLUMNS: readonly EventFileColumn[] = ['row_id', ...EVENT_COLUMNS, 'hits'];

const KINDS: Readonly<Partial<Record<EventFileColumn, FileKind>>> = {
  ts: 'moment',
  spend: 'money',
  revenue: 'money',
  cost: 'money',
  quantity: 'number',
  ctit_seconds: 'number',
};

/** Events as rows of a file with these columns, whatever its form. */
export const eventTable = (events: AsyncIterable<EventRow>, columns: readonly EventFileColumn[]): FileTable => ({
  columns: columns.map((name) => ({ label: name, kind: KINDS[name] ?? 'plain' })),
  rows: cellsOf(events, columns),
});

async function* cellsOf(events: AsyncIterable<EventRow>, columns: readonly EventFileColumn[]): AsyncGenerator<Cell[]> {
  for await (const row of events) yield columns.map((name) => (name === 'hits' ? row.hits.join(' ') : row[name]));
}
