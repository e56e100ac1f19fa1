import type { Readable } from 'node:stream';

/**
 * Where files lie that every process of an installation must find, and that outlive it: below the data folder, or under
 * the same names in a bucket. What a process works on by itself (copies, halves, downloads under way) is none of them.
 */
export const FILE_PLACES = [
  'files/imports',
  'reports',
  'feeds',
  'creatives',
  'invoices',
  'evidence',
  'hygiene',
  'lists/operator',
] as const;
export type FilePlace = (typeof FILE_PLACES)[number];
export type FileName = `${FilePlace}/${string}`;

/** Bytes, or pieces of them as they come. */
export type Content = string | Buffer | AsyncIterable<Buffer | string>;

export interface Listed {
  name: FileName;
  bytes: number;
  changedAt: Date;
}

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

/** The files all processes share. A file is there whole or not at all, and what is not there may be removed again. */
export interface Files {
  readonly kind: 'folder' | 's3';
  /** For people: a path, or bucket, prefix and endpoint. */
  readonly place: string;
  /** A folder of this machine for what is worked on. */
  readonly work: string;
  /** In bytes; undefined when it is not there. */
  size(name: FileName): Promise<number | undefined>;
  /** Another one once other bytes are there; undefined when none are. */
  version(name: FileName): Promise<string | undefined>;
  /** Undefined when it is not there. */
  read(name: FileName, range?: ByteRange): Promise<Readable | undefined>;
  /** Takes the place of what was there. Answers its bytes; what breaks off leaves what was there. */
  write(name: FileName, content: Content, signal?: AbortSignal): Promise<number>;
  /** The same for a file of this machine. */
  copy(name: FileName, path: string): Promise<number>;
  /** The same, and it is gone from its path afterwards. */
  keep(name: FileName, path: string): Promise<number>;
  /**
   * For who needs a path: it holds until `use` has ended, and is only read; with `first` there may be no more than so
   * many bytes. Undefined when it is not there.
   */
  withPath<T>(name: FileName, use: (path: string) => Promise<T>, first?: number): Promise<T | undefined>;
  remove(name: FileName): Promise<void>;
  list(place: FilePlace): AsyncIterable<Listed>;
  /** Bytes there is room for. */
  free(place: FilePlace): Promise<number>;
  /** Throws with the reason when nothing can be read there. */
  check(): Promise<void>;
  /** Removes what was begun before that moment by processes that are gone. */
  clean(before: Date): Promise<void>;
}

/**
 * The storage does not answer, or refuses us: worth another try. Calls are answered 503 by its code; the reason is for
 * the log and for the operator.
 */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
  readonly code = 'files_unavailable';
}

/** What went wrong at a storage, in words for its operator. */
export function storageFailed({ place }: Pick<Files, 'place'>, cause: unknown): FilesUnavailable {
  const inner = cause instanceof Error && cause.message === 'fetch failed' ? cause.cause : cause;
  const why = inner instanceof Error ? inner.message : String(inner);
  return new FilesUnavailable(`The storage of files ${place} does not do its work: ${why}`, { cause });
}

export function isFileName(name: string): name is FileName {
  const place = FILE_PLACES.find((each) => name.startsWith(`${each}/`));
  return place !== undefined && /^[\w~-][\w.~-]*$/.test(name.slice(place.length + 1));
}

/** Names come from registries and ids; one that leads elsewhere is a mistake of ours. */
export function requireFileName(name: string): void {
  if (!isFileName(name)) throw new RangeError(`No name of a file: ${name}`);
}

/** All of a small file; undefined when it is not there. */
export async function readText(files: Pick<Files, 'read'>, name: FileName): Promise<string | undefined> {
  const stream = await files.read(name);
  if (!stream) return undefined;
  return (await bytesOf(stream)).toString('utf8');
}

/** All of a short stream. */
export async function bytesOf(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Why nothing can be read there, in words for the operator; null when it can. */
export const whyAway = (files: Pick<Files, 'check'>): Promise<string | null> =>
  files.check().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** What a write takes, as pieces. */
export const piecesOf = (content: Content): AsyncIterable<Buffer | string> | readonly (Buffer | string)[] =>
  typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content;
