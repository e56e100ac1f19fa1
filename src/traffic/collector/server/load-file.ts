import { mkdir, open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { type Files, readText } from '#platform/server/files/files.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { type ImportFolder, loadPath, rejectsName } from '#traffic/intake/server/import-files.ts';
import type { ImportRow } from '#traffic/intake/server/import-tables.ts';
import { LIVE_COLUMNS } from './live-mapping.ts';
import type { LiveEvent } from './read-event.ts';

export interface LoadEvent extends LiveEvent {
  kind: EventKind;
  receivedAt: Date;
}

const kindSchema = z.enum(EVENT_KINDS);
const inflated = promisify(gunzip);

/** What we packed ourselves: held to its shape, not to every value of a hundred thousand events. */
const isPacked = (value: unknown): value is LiveEvent[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each?.id === 'string' && typeof each.fields === 'object' && each.fields !== null);

export async function unpackEvents(bytes: Buffer): Promise<LiveEvent[]> {
  const events: unknown = JSON.parse((await inflated(bytes)).toString('utf8'));
  if (!isPacked(events)) throw new TypeError('A batch holds no events');
  return events;
}

/** Batches asked for at once: the few of a flood are large, and small ones many. */
const PAGE = 50;

/** Events of a load in their order, which is the same whenever it is asked; a batch at a time. */
async function* batchesOfLoad({ pool }: Pick<Database, 'pool'>, loadId: number): AsyncGenerator<LoadEvent[]> {
  for (let last = '-1'; ; ) {
    const { rows } = await pool.query<{ seq: string; kind: string; received_at: Date; events: Buffer }>(
      'SELECT seq, kind, received_at, events FROM intake_batch WHERE load_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
      [loadId, last, PAGE],
    );
    for (const { kind, received_at: receivedAt, events } of rows) {
      const of = { kind: kindSchema.parse(kind), receivedAt };
      yield (await unpackEvents(events)).map(({ id, fields }) => ({ id, fields, ...of }));
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.seq;
  }
}

/** All of them at once: for what no import got through, and what refused a few. */
export async function eventsOfLoad(database: Pick<Database, 'pool'>, loadId: number): Promise<LoadEvent[]> {
  const events: LoadEvent[] = [];
  for await (const batch of batchesOfLoad(database, loadId)) events.push(...batch);
  return events;
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const PLACES: ReadonlyMap<string, number> = new Map(LIVE_COLUMNS.map((name, place) => [name, place]));
const EMPTY: readonly string[] = LIVE_COLUMNS.map(() => '');

/** An event fills few of the columns: only those are looked at. */
function lineOf({ id, kind, receivedAt, fields }: LoadEvent): string {
  const texts = EMPTY.slice();
  const put = (name: string, text: string): void => {
    const place = PLACES.get(name);
    if (place !== undefined) texts[place] = field(text);
  };
  for (const [name, text] of Object.entries(fields)) put(name, text);
  put('event_id', id);
  put('kind', kind);
  put('received_at', receivedAt.toISOString());
  return `${texts.join(',')}\n`;
}

/** Lines made in one turn: requests are answered between them. */
const LINES = 500;

/** Writes the file an import reads; whole or not at all. Answers its bytes. */
export async function writeLoadFile(
  database: Pick<Database, 'pool'>,
  folder: ImportFolder,
  { id, fileId }: { id: number; fileId: string },
): Promise<number> {
  const path = loadPath(folder, fileId);
  await mkdir(folder.files.work, { recursive: true, mode: 0o700 });
  const file = await open(`${path}.part`, 'w', 0o600);
  let size = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await file.appendFile(bytes);
    size += bytes.length;
  };
  try {
    await write(`${LIVE_COLUMNS.join(',')}\n`);
    for await (const events of batchesOfLoad(database, id))
      for (let at = 0; at < events.length; at += LINES)
        await write(
          events
            .slice(at, at + LINES)
            .map(lineOf)
            .join(''),
        );
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return size;
}

export async function removeLoadFiles(
  folder: ImportFolder,
  { id, fileId, rejected }: Pick<ImportRow, 'id' | 'fileId' | 'rejected'>,
): Promise<void> {
  await rm(loadPath(folder, fileId), { force: true });
  if (rejected > 0) await folder.files.remove(rejectsName(id));
}

/** What the import refused after all: places in the file from 0, with the column. */
export async function rejectsOfLoad(files: Files, loadId: number): Promise<Map<number, string>> {
  const text = (await readText(files, rejectsName(loadId))) ?? '';
  const found = new Map<number, string>();
  for (const each of text.split('\n').slice(1)) {
    const [, record, column = ''] = /^(\d+),\d+,("(?:[^"]|"")*"|[^,]*),/.exec(each) ?? [];
    if (record !== undefined) found.set(Number(record) - 1, column.replaceAll('"', ''));
  }
  return found;
}
