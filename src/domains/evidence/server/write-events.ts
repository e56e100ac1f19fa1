import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { type Cell, csvLine } from '#platform/server/csv.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import { workPath } from '#platform/server/files/work-folder.ts';
import { parquetFile } from '#platform/server/parquet.ts';
import type { AmountsOf } from './amounts.ts';
import { decimalOf } from './decimal.ts';
import { type Claim, CSV_HEAD, cellsOf, FILE_COLUMNS } from './event-columns.ts';
import type { EvidenceEvent } from './evidence-events.ts';
import { Passage } from './passage.ts';
import type { Seen } from './rules-seen.ts';
import type { Tally } from './tally.ts';

/** Rows that go on together: into the CSV, to the writer of Parquet, and as claims. */
const GROUP = 2048;
/** Without it spreadsheet programs read UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\u{FEFF}';

export interface ClaimedEvent {
  event: EvidenceEvent;
  currency: string;
}

export interface Writing {
  events: AsyncIterable<EvidenceEvent>;
  about: FileAbout;
  masked: boolean;
  amountsOf: AmountsOf;
  seenBy: (event: EvidenceEvent) => Seen;
  tally: Tally;
  /** Told of every event that is claimed, group by group, with the currency of its line. */
  onGroup: (claimed: readonly ClaimedEvent[]) => Promise<void>;
  signal: AbortSignal;
}

/**
 * The events as CSV, written as they are read, and on the way as Parquet into a file of this machine: both hold the same
 * rows, read once, and no more than a group of them is held.
 */
export async function writeEvents(work: string, writing: Writing) {
  const path = await workPath(work);
  const passage = new Passage<Cell[]>();
  const parquet = pipeline(
    parquetFile(writing.about, FILE_COLUMNS, passage).stream as NodeJS.ReadableStream,
    createWriteStream(path, { mode: 0o600 }),
    { signal: writing.signal },
  );
  parquet.catch((error: unknown) => passage.fail(error));
  return {
    csv: csvOf(writing, passage),
    /** To be read when the CSV is written. */
    async *parquet(): AsyncGenerator<Buffer> {
      await parquet;
      yield* createReadStream(path);
    },
    async drop(): Promise<void> {
      passage.end();
      await parquet.catch(() => {});
      await rm(path, { force: true });
    },
  };
}

interface Written extends ClaimedEvent {
  cells: Cell[];
  isClaimed: boolean;
}

async function* csvOf(writing: Writing, passage: Passage<Cell[]>): AsyncGenerator<string> {
  let group: Written[] = [];
  yield BYTE_ORDER_MARK + csvLine(CSV_HEAD);
  for await (const event of writing.events) {
    group.push(rowOf(event, writing));
    if (group.length < GROUP) continue;
    yield await taken(group, writing, passage);
    group = [];
    // The making of a file shares the process with everybody's boards: they get a turn after every group.
    await turn();
  }
  if (group.length > 0) yield await taken(group, writing, passage);
  passage.end();
}

async function taken(
  group: readonly Written[],
  { onGroup, signal }: Writing,
  passage: Passage<Cell[]>,
): Promise<string> {
  signal.throwIfAborted();
  await passage.give(group.map(({ cells }) => cells));
  await onGroup(group.filter(({ isClaimed }) => isClaimed));
  return group.map(({ cells }) => csvLine(cells)).join('');
}

function rowOf(event: EvidenceEvent, { masked, amountsOf, seenBy, tally }: Writing): Written {
  const claim: Claim = event.is_claimed === 1 ? 'before' : event.is_late === 1 ? 'late' : 'claimed';
  const amount = claim === 'claimed' ? amountsOf(event)[0]?.amount : undefined;
  const currency = amount?.currency ?? '';
  tally.add(event, claim, amount);
  const cells = cellsOf({
    event,
    seen: seenBy(event),
    claim,
    amount: amount ? decimalOf(amount.parts) : '',
    currency,
    masked,
  });
  return { event, currency, cells, isClaimed: claim === 'claimed' };
}
