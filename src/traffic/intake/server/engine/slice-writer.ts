import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bounds the disk: two such files exist at once. Each costs the engine 0.1 s to understand what to do with it, so they
 * are large.
 */
export const SLICE_BYTES = 128 * 1024 * 1024;
/** The engine has nothing to do until the first is there. */
export const FIRST_SLICE_BYTES = 24 * 1024 * 1024;

/** Stage files of one import, in the folder the engine reads. */
export class SliceWriter {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #ending: string;
  #count = 0;
  #file: FileHandle | null = null;
  #path = '';
  #bytes = 0;

  constructor(folder: string, importId: number, ending: 'txt' | 'csv') {
    this.#folder = folder;
    this.#prefix = slicePrefix(importId);
    this.#ending = ending;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(pieces: readonly Buffer[]): Promise<void> {
    if (pieces.length === 0) return;
    if (!this.#file) {
      this.#path = join(this.#folder, `${this.#prefix}${this.#count++}.${this.#ending}`);
      this.#file = await open(this.#path, 'w', 0o600);
    }
    for (const piece of pieces) {
      for (let from = 0; from < piece.length; ) {
        from += (await this.#file.write(piece, from)).bytesWritten;
      }
      this.#bytes += piece.length;
    }
  }

  /** Closes the file under way and gives its path; null when nothing was written since. */
  async finish(): Promise<string | null> {
    if (!this.#file) return null;
    await this.#file.close();
    this.#file = null;
    this.#bytes = 0;
    return this.#path;
  }
}

const slicePrefix = (importId: number): string => `import-${importId}-`;

export async function removeSlices(folder: string, importId: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(slicePrefix(importId)));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}
