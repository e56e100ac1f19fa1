import { type FileHandle, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { processStart } from '#platform/server/process-start.ts';
import type { LinkRecord } from './click-records.ts';

interface Waiting {
  line: string;
  done: () => void;
  failed: (error: unknown) => void;
}

const OPEN = '.open';
const CLOSED = '.closed';
const NAME = /^(.+)~(\d+)~(.+)~\d+\.(open|closed)$/;

/**
 * Clicks that the database did not take in time, one a line, on the disk before anybody is answered. A file is closed
 * before it is read again, so that nobody reads what is being written; one of a process that is gone is closed by the
 * next that starts.
 */
export class ClickSpool {
  readonly #folder: string;
  readonly #own = `${hostname()}~${process.pid}~${processStart(process.pid) ?? '0'}`;
  #file: { handle: FileHandle; path: string } | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #files = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when it is on the disk. */
  append(record: LinkRecord): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ line: `${JSON.stringify(record)}\n`, done, failed });
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        const { handle } = await this.#current();
        await handle.appendFile(group.map(({ line }) => line).join(''));
        await handle.datasync();
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
  }

  async #current() {
    if (this.#file) return this.#file;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${this.#own}~${Date.now() * 1000 + (this.#files++ % 1000)}${OPEN}`);
    const handle = await open(path, 'a', 0o600);
    // The file's name is on the disk too, or it would be gone with the power.
    const folder = await open(this.#folder, 'r');
    await folder.datasync().catch(() => {});
    await folder.close();
    this.#file = { handle, path };
    return this.#file;
  }

  /** Whether anything of this process lies there. */
  get isUsed(): boolean {
    return this.#file !== undefined;
  }

  /** Closes what lies there and hands it over, file by file; one whose records were taken goes. */
  async replay(take: (records: LinkRecord[]) => Promise<void>): Promise<number> {
    await this.#close();
    let taken = 0;
    for (const path of await this.#closed()) {
      const records = recordsIn(await readFile(path, 'utf8'));
      await take(records);
      await unlink(path);
      taken += records.length;
    }
    return taken;
  }

  /** What waits there now, over all processes. */
  async count(): Promise<number> {
    let lines = 0;
    for (const name of await namesIn(this.#folder))
      lines += (await readFile(join(this.#folder, name), 'utf8').catch(() => '')).split('\n').length - 1;
    return lines;
  }

  async #close(): Promise<void> {
    await this.#writing;
    const file = this.#file;
    if (!file) return;
    this.#file = undefined;
    await file.handle.close();
    await rename(file.path, file.path.replace(OPEN, CLOSED));
  }

  async #closed(): Promise<string[]> {
    const names = await namesIn(this.#folder);
    const paths: string[] = [];
    for (const name of names.sort()) {
      const path = join(this.#folder, name);
      if (name.endsWith(CLOSED)) {
        if (name.startsWith(`${this.#own}~`) || isLeft(name)) paths.push(path);
      } else if (isLeft(name)) {
        const closed = path.replace(OPEN, CLOSED);
        await rename(path, closed);
        paths.push(closed);
      }
    }
    return paths;
  }
}

/** Of a process of this machine that is not there any more. */
function isLeft(name: string): boolean {
  const [, host, pid = '', started] = NAME.exec(name) ?? [];
  return host === hostname() && processStart(Number(pid)) !== started;
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));

/** A last line that is cut off was never answered for. */
function recordsIn(text: string): LinkRecord[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : readLine(line)));
}

function readLine(line: string): LinkRecord[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
