import { addAbortSignal, type Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ImportRefused, messageOf } from '../import-error.ts';
import { columnsDiffer } from './header-line.ts';
import type { ByteSource } from './open-bytes.ts';
import { ARCHIVE_ENTRIES, ARCHIVE_FILES, BombGuard } from './unpack-limits.ts';

/** The text files in an archive, one after the other by name; the headers of all but the first are left out. */
export function zipBytes(path: string, name: string, signal?: AbortSignal): ByteSource {
  let read = 0;
  async function* bytes(): AsyncGenerator<Buffer> {
    const zip = await openZip(path, name);
    try {
      const entries = await textEntries(zip, name, signal);
      let header: Buffer | null = null;
      // Entries may lie over each other: a thousand of them are no more bytes to unpack than the file has.
      const whole = new BombGuard(name, () => zip.fileSize);
      for (const entry of entries) {
        const own = new BombGuard(`${name} (${entry.fileName})`, () => entry.compressedSize);
        const parts = entryBytes(zip, entry, { name, guards: [own, whole], signal });
        if (entries.length === 1) yield* parts;
        else
          header = yield* withoutHeader(parts, header, (first, other) => {
            if (columnsDiffer(first, other))
              throw new ImportRefused('zip_columns_differ', {
                name,
                entry: entry.fileName,
                first: entries[0]?.fileName ?? '',
              });
          });
        read += entry.compressedSize;
      }
    } finally {
      zip.close();
    }
  }
  return { bytes: bytes(), read: () => read };
}

/** Names of the files of an archive that are read, in the order they are read in. */
export async function archiveNames(path: string, name: string, signal?: AbortSignal): Promise<string[]> {
  const zip = await openZip(path, name);
  try {
    return (await textEntries(zip, name, signal)).map((entry) => entry.fileName);
  } finally {
    zip.close();
  }
}

async function openZip(path: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new ImportRefused('zip_damaged', { name, why: messageOf(error) });
  }
}

async function textEntries(zip: ZipFile, name: string, signal: AbortSignal | undefined): Promise<Entry[]> {
  if (zip.entryCount > ARCHIVE_ENTRIES)
    throw new ImportRefused('zip_too_many', { name, n: ARCHIVE_ENTRIES.toLocaleString('en') });
  const entries: Entry[] = [];
  for await (const entry of entriesOf(zip, name)) {
    signal?.throwIfAborted();
    const hidden = /(^|\/)(\.|__MACOSX)/.test(entry.fileName);
    if (hidden || entry.fileName.endsWith('/') || entry.uncompressedSize === 0) continue;
    if (entry.isEncrypted()) throw new ImportRefused('zip_encrypted', { name, entry: entry.fileName });
    if (/\.(csv|tsv|txt|log|json|ndjson|jsonl)$/i.test(entry.fileName)) entries.push(entry);
    if (entries.length > ARCHIVE_FILES) throw new ImportRefused('zip_too_many', { name, n: String(ARCHIVE_FILES) });
  }
  if (entries.length === 0) throw new ImportRefused('zip_nothing', { name });
  return entries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** A name that leads out of the archive, or a directory that is damaged, is told while it is read. */
async function* entriesOf(zip: ZipFile, name: string): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  const next = () =>
    entries.next().catch((error: unknown) => {
      throw new ImportRefused('zip_damaged', { name, why: messageOf(error) });
    });
  for (let step = await next(); !step.done; step = await next()) yield step.value;
}

async function* entryBytes(
  zip: ZipFile,
  entry: Entry,
  { name, guards, signal }: { name: string; guards: readonly BombGuard[]; signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    if (signal) addAbortSignal(signal, stream);
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (const guard of guards) guard.add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportRefused || signal?.aborted) throw error;
    throw new ImportRefused('zip_entry_damaged', { name, entry: entry.fileName, why: messageOf(error) });
  }
}

/**
 * Drops the first line of every file whose first line is that of the first file, and ends every file with a line end.
 * Returns the first file's first line.
 */
async function* withoutHeader(
  parts: AsyncIterable<Buffer>,
  header: Buffer | null,
  compare: (first: string, other: string) => void,
): AsyncGenerator<Buffer, Buffer> {
  let first: Buffer | null = null;
  let head = Buffer.alloc(0);
  let lastByte = 0x0a;
  for await (const part of parts) {
    lastByte = part[part.length - 1] ?? lastByte;
    if (first) {
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    const end = head.indexOf(0x0a);
    if (end < 0 && head.length < 1024 * 1024) continue;
    first = head.subarray(0, end + 1);
    if (header && !header.equals(first)) compare(header.toString(), first.toString());
    yield header?.equals(first) ? head.subarray(end + 1) : head;
  }
  if (!first) yield head;
  if (lastByte !== 0x0a) yield Buffer.from('\n');
  return header ?? first ?? head;
}
