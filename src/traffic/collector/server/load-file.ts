import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { LIVE_COLUMNS } from './live-mapping.ts';
import type { LiveEvent } from './read-event.ts';

export interface LoadEvent extends LiveEvent {
  kind: EventKind;
  receivedAt: Date;
}

const packed = z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.string()) }));
const kindSchema = z.enum(EVENT_KINDS);

export const unpackEvents = (bytes: Buffer): LiveEvent[] =>
  packed.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));

/** Events of a load in their order, which is the same whenever it is asked. */
export async function eventsOfLoad({ pool }: Pick<Database, 'pool'>, loadId: number): Promise<LoadEvent[]> {
  const { rows } = await pool.query<{ kind: string; received_at: Date; events: Buffer }>(
    'SELECT kind, received_at, events FROM intake_batch WHERE load_id = $1 ORDER BY seq',
    [loadId],
  );
  return rows.flatMap(({ kind, received_at: receivedAt, events }) =>
    unpackEvents(events).map((event) => ({ ...event, kind: kindSchema.parse(kind), receivedAt })),
  );
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const line = (texts: readonly string[]): string => `${texts.map(field).join(',')}\n`;

/** Writes the file an import reads; whole or not at all. Answers its bytes. */
export async function writeLoadFile(folder: string, fileId: string, events: readonly LoadEvent[]): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, fileId);
  const text = Buffer.from(line(LIVE_COLUMNS) + events.map((event) => line(valuesOf(event))).join(''));
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return text.length;
}

function valuesOf({ id, kind, receivedAt, fields }: LoadEvent): string[] {
  const own: Readonly<Record<string, string>> = { event_id: id, kind, received_at: receivedAt.toISOString() };
  return LIVE_COLUMNS.map((name) => own[name] ?? fields[name] ?? '');
}

export const removeLoadFiles = async (folder: string, fileId: string, loadId: number): Promise<void> => {
  await rm(join(folder, fileId), { force: true });
  await rm(join(folder, `${loadId}.rejects.csv`), { force: true });
};

/** What the import refused after all: places in the file from 0, with the column. */
export async function rejectsOfLoad(folder: string, loadId: number): Promise<Map<number, string>> {
  const text = await readFile(join(folder, `${loadId}.rejects.csv`), 'utf8').catch(() => '');
  const found = new Map<number, string>();
  for (const each of text.split('\n').slice(1)) {
    const [, record, column = ''] = /^(\d+),\d+,("(?:[^"]|"")*"|[^,]*),/.exec(each) ?? [];
    if (record !== undefined) found.set(Number(record) - 1, column.replaceAll('"', ''));
  }
  return found;
}
