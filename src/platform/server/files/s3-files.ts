import { createReadStream, createWriteStream } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ByteRange,
  type Content,
  type FileName,
  type FilePlace,
  type Files,
  isFileName,
  type Listed,
  piecesOf,
  requireFileName,
  storageFailed,
} from './files.ts';
import { S3Client, type S3Place, S3Refused } from './s3-client.ts';
import { PART_BYTES, partsOf } from './s3-parts.ts';
import { removeOlder, workPath } from './work-folder.ts';

/** Beside the files: which installation they belong to. */
const INSTALLATION = 'installation.json';
const LISTED_AT_ONCE = 1000;
/** Times a download that breaks off is taken up again where it was, each after something has come. */
const MOST_RESUMED = 20;

/** Files in a bucket of S3, or of what speaks like it. */
export class S3Files implements Files {
  readonly kind = 's3';
  readonly place: string;
  readonly work: string;
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(place: S3Place, work: string, call?: typeof fetch) {
    this.place = `s3://${place.bucket}/${place.prefix} (${new URL(place.endpoint).host})`;
    this.work = work;
    this.#prefix = place.prefix;
    this.#client = new S3Client(place, call);
  }

  async size(name: FileName): Promise<number | undefined> {
    const head = await this.#said(() => this.#client.head(this.#keyOf(name)));
    return head && Number(head.get('content-length') ?? 0);
  }

  async version(name: FileName): Promise<string | undefined> {
    const head = await this.#said(() => this.#client.head(this.#keyOf(name)));
    return head && (head.get('etag') ?? '');
  }

  async read(name: FileName, range?: ByteRange): Promise<Readable | undefined> {
    const from = range?.from ?? 0;
    const answer = await this.#get(name, from, range?.to);
    if (!answer) return undefined;
    const read = { at: from, answer };
    const stream = Readable.from(this.#bytes(name, read), { objectMode: false });
    // Somebody who never began to read leaves a connection that nothing else would close.
    stream.once('close', () => void read.answer.body?.cancel().catch(() => {}));
    return stream;
  }

  /** Goes on where a connection broke off, as long as the same bytes are there. */
  async *#bytes(name: FileName, read: { at: number; answer: Response }): AsyncGenerator<Uint8Array> {
    const version = read.answer.headers.get('etag');
    const end = read.at + Number(read.answer.headers.get('content-length') ?? 0);
    for (let resumed = 0; ; resumed++) {
      const before = read.at;
      try {
        for await (const part of read.answer.body ?? []) {
          read.at += part.byteLength;
          yield part;
        }
        if (read.at >= end) return;
      } catch (error) {
        if (resumed >= MOST_RESUMED || read.at === before) throw storageFailed(this, error);
      }
      const next = await this.#get(name, read.at, end - 1);
      if (!next || next.headers.get('etag') !== version)
        throw storageFailed(this, new Error(`${name} was replaced while it was read`));
      read.answer = next;
    }
  }

  async write(name: FileName, content: Content, signal?: AbortSignal): Promise<number> {
    const key = this.#keyOf(name);
    const parts = partsOf(piecesOf(content), signal);
    try {
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.length >= PART_BYTES) return await this.#inParts(key, first, parts);
      await this.#said(() => this.#client.put(key, first));
      return first.length;
    } finally {
      // What gives the bytes is told that nobody takes more of them.
      await parts.return(undefined);
    }
  }

  /** Seen when it is complete, and by nobody before. */
  async #inParts(key: string, first: Buffer, rest: AsyncIterable<Buffer>): Promise<number> {
    const upload = await this.#said(() => this.#client.begin(key));
    const tags: string[] = [];
    let bytes = 0;
    const send = async (part: Buffer): Promise<void> => {
      tags.push(await this.#said(() => this.#client.part(key, upload, tags.length + 1, part)));
      bytes += part.length;
    };
    try {
      await send(first);
      for await (const part of rest) await send(part);
      await this.#said(() => this.#complete(key, upload, tags, bytes));
      return bytes;
    } catch (error) {
      await this.#client.abort(key, upload).catch(() => {});
      throw error;
    }
  }

  /** Asked a second time, as when an answer was lost, a storage knows no such upload any more, and has the file. */
  async #complete(key: string, upload: string, tags: readonly string[], bytes: number): Promise<void> {
    try {
      await this.#client.complete(key, upload, tags);
    } catch (error) {
      const isDone = error instanceof S3Refused && error.code === 'NoSuchUpload';
      const head = isDone ? await this.#client.head(key) : undefined;
      if (Number(head?.get('content-length')) !== bytes) throw error;
    }
  }

  copy(name: FileName, path: string): Promise<number> {
    return this.write(name, createReadStream(path, { highWaterMark: 1024 * 1024 }));
  }

  async keep(name: FileName, path: string): Promise<number> {
    const bytes = await this.copy(name, path);
    await unlink(path);
    return bytes;
  }

  async free(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  async withPath<T>(name: FileName, use: (path: string) => Promise<T>, first?: number): Promise<T | undefined> {
    const stream = await this.read(name, first === undefined ? undefined : { from: 0, to: first - 1 });
    if (!stream) return undefined;
    const path = await workPath(this.work);
    try {
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  remove(name: FileName): Promise<void> {
    return this.#said(() => this.#client.remove(this.#keyOf(name)));
  }

  async *list(place: FilePlace): AsyncGenerator<Listed> {
    const before = `${this.#prefix}${place}/`;
    let token: string | undefined;
    do {
      const page = await this.#said(() => this.#client.page(before, LISTED_AT_ONCE, token));
      for (const { Key, Size, LastModified } of page.objects) {
        const name = `${place}/${Key.slice(before.length)}`;
        if (isFileName(name)) yield { name, bytes: Size, changedAt: LastModified };
      }
      token = page.next;
    } while (token !== undefined);
  }

  async check(): Promise<void> {
    await this.#said(() => this.#client.page(`${this.#prefix}${INSTALLATION}`, 1, undefined));
  }

  /** What says whose bucket it is; undefined before it is used for the first time. */
  async mark(): Promise<string | undefined> {
    const answer = await this.#said(() => this.#client.get(`${this.#prefix}${INSTALLATION}`, 0, undefined));
    return answer && this.#said(() => answer.text());
  }

  setMark(text: string): Promise<void> {
    return this.#said(() => this.#client.put(`${this.#prefix}${INSTALLATION}`, Buffer.from(text)));
  }

  /** Parts of uploads that a kill broke off are seen by nobody: a rule of the bucket removes them. */
  clean(before: Date): Promise<void> {
    return removeOlder(this.work, before, () => true);
  }

  #keyOf(name: FileName): string {
    requireFileName(name);
    return `${this.#prefix}${name}`;
  }

  #get(name: FileName, from: number, to: number | undefined): Promise<Response | undefined> {
    return this.#said(() => this.#client.get(this.#keyOf(name), from, to));
  }

  async #said<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw storageFailed(this, error);
    }
  }
}
