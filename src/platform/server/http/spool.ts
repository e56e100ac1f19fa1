import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

export interface SpoolLimits {
  /** Bytes that may lie between what was made and what was taken; beyond them making waits. */
  aheadBytes: number;
  /** A reader who takes nothing for so long has gone. */
  idleMs: number;
}

export const SPOOL_LIMITS: SpoolLimits = { aheadBytes: 4_000_000_000, idleMs: 5 * 60_000 };

const READ_BYTES = 256 * 1024;

/**
 * The same bytes, made as fast as they can be and taken as slowly as somebody likes: what makes them (the one place for
 * heavy statements, say) is free again when it is done, not when the last reader on a train has them. Between lies a
 * file without a name, which is gone with the process. Ends what makes them when the reader leaves.
 */
export async function spooled(source: Readable, folder: string, limits = SPOOL_LIMITS): Promise<Readable> {
  const file = await namelessFile(folder).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  const spool = new Spool(source, file, limits);
  const filled = spool.fill();
  const stream = Readable.from(spool.read(), { objectMode: false, highWaterMark: READ_BYTES });
  const idle = setTimeout(() => stream.destroy(new Error('Nobody took the download')), limits.idleMs);
  idle.unref();
  spool.onTaken = () => void idle.refresh();
  stream.once('close', () => {
    clearTimeout(idle);
    spool.leave();
    void filled.then(() => file.close());
  });
  return stream;
}

async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `spool-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

class Spool {
  readonly #source: Readable;
  readonly #file: FileHandle;
  readonly #limits: SpoolLimits;
  #made = 0;
  #taken = 0;
  #state: 'filling' | 'full' | 'left' = 'filling';
  #failure: unknown;
  /** Wakes whoever waits for the other side. */
  #wake: () => void = () => {};
  onTaken: () => void = () => {};

  constructor(source: Readable, file: FileHandle, limits: SpoolLimits) {
    this.#source = source;
    this.#file = file;
    this.#limits = limits;
  }

  async fill(): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        const bytes = Buffer.from(chunk);
        await this.#file.write(bytes, 0, bytes.length, this.#made);
        this.#made += bytes.length;
        this.#wake();
        while (this.#state === 'filling' && this.#made - this.#taken > this.#limits.aheadBytes) await this.#change();
        if (this.#state === 'left') break;
      }
    } catch (error) {
      this.#failure = error;
    }
    if (this.#state === 'filling') this.#state = 'full';
    this.#wake();
  }

  async *read(): AsyncGenerator<Buffer> {
    for (;;) {
      const there = Math.min(READ_BYTES, this.#made - this.#taken);
      if (there > 0) {
        const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(there), 0, there, this.#taken);
        this.#taken += bytesRead;
        this.#wake();
        this.onTaken();
        yield buffer.subarray(0, bytesRead);
      } else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#state !== 'filling') return;
      else await this.#change();
    }
  }

  leave(): void {
    this.#state = 'left';
    this.#source.destroy();
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#wake;
      this.#wake = () => {
        this.#wake = () => {};
        before();
        resolve();
      };
    });
  }
}
