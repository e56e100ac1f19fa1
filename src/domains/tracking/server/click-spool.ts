import { type FileHandle, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
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
/** After so long without a line a file of another machine is nobody's: whoever reaches the database empties its own. */
const LEFT_MS = 10 * 60_000;
const NAME = /^(.+)~(\d+)~(.+)~\d+\.(open|closed)$/;

/**
 * Clicks that the database did not take in time, one a line, on the disk before anybody is answered. A file is closed
 * before it is read again, so that nobody reads what is being written; one of a process that is gone is closed by the
 * next that starts. Containers share the folder and come back under other names: a file of one that nobody writes any
 * more is taken over, too, and who did write it after all notices that it is gone.
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
      this.#writing ??= this.#write();
    });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        const lines = group.map(({ line }) => line).join('');
        if (!(await this.#add(lines))) await this.#add(lines);
        for (const { done } of group) done();
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    // In the same turn as the last look: who comes a moment later would wait for somebody who writes no more.
    this.#writing = undefined;
  }

  /** False where another process has taken the file over meanwhile; the next one is a new one. */
  async #add(lines: string): Promise<boolean> {
    const { handle } = await this.#current();
    await handle.appendFile(lines);
    await handle.datasync();
    if ((await handle.stat()).nlink > 0) return true;
    this.#file = undefined;
    await handle.close();
    return false;
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
      let [text, records] = ['', 0];
      // What is added while it is taken is taken as well; what was taken twice is stored once.
      for (let more = await readFile(path, 'utf8'); more !== text; more = await readFile(path, 'utf8')) {
        text = more;
        const lines = recordsIn(text);
        await take(lines);
        records = lines.length;
      }
      await unlink(path);
      taken += records;
    }
    return taken;
  }

  async #close(): Promise<void> {
    await this.#writing;
    const file = this.#file;
    if (!file) return;
    this.#file = undefined;
    await file.handle.close();
    // Gone where another process has taken it over.
    await rename(file.path, file.path.replace(OPEN, CLOSED)).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }

  async #closed(): Promise<string[]> {
    const names = await filesIn(this.#folder);
    const paths: string[] = [];
    for (const name of names.sort()) {
      const path = join(this.#folder, name);
      const isOwn = name.startsWith(`${this.#own}~`);
      if (name.endsWith(CLOSED)) {
        if (isOwn || (await isLeft(name, path))) paths.push(path);
      } else if (!isOwn && (await isLeft(name, path))) {
        const closed = path.replace(OPEN, CLOSED);
        await rename(path, closed);
        paths.push(closed);
      }
    }
    return paths;
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Of a process of this machine that is not there any more, or of another machine that writes it no more. */
async function isLeft(name: string, path: string): Promise<boolean> {
  const [, host, pid = '', started] = NAME.exec(name) ?? [];
  if (host === hostname()) return processStart(Number(pid)) !== started;
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > LEFT_MS;
}

/** Names of all files with clicks there. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).filter((name) => NAME.test(name));

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
