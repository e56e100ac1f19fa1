import { type FileHandle, open } from 'node:fs/promises';

const CHUNK = 1 << 20;

/** Writes lines in big pieces, one at a time, so that neither memory nor the disk's queue grows with the file. */
export class LineFile {
  readonly #handle: FileHandle;
  #pending = '';

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'w'));
  }

  /** True when it is time to `await flush()`; awaiting every line would cost more than making it. */
  add(line: string): boolean {
    this.#pending += line;
    this.#pending += '\n';
    return this.#pending.length > CHUNK;
  }

  async flush(): Promise<void> {
    await this.#handle.writeFile(this.#pending);
    this.#pending = '';
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#handle.close();
    }
  }
}

/** Writes all lines to a file. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = await LineFile.create(path);
  try {
    for (const line of lines) if (file.add(line)) await file.flush();
  } finally {
    await file.close();
  }
}
