import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkRecord } from './click-records.ts';
import { filesIn } from './click-spool.ts';

/** Clicks and views that lie in files, and when the oldest of them came. */
export interface Filed {
  clicks: number;
  since: Date | null;
}

interface Read {
  /** Up to which byte it was read; files only grow. */
  to: number;
  packages: Map<string, { clicks: number; since: string }>;
}

/** Many lines, and short of what keeps others waiting. */
const CHUNK = 1024 * 1024;

/** What waits in files for the database, over all processes that share the folder. Each byte is read once. */
export class FiledClicks {
  readonly #folder: string;
  #files = new Map<string, Read>();
  #looking: Promise<void> | undefined;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'clicks');
  }

  /** Of one package, or of all. Asks no database: it is what there is to ask while that does not answer. */
  async waiting(packageName?: string): Promise<Filed> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
    let [clicks, since] = [0, ''];
    for (const { packages } of this.#files.values())
      for (const [name, counted] of packages) {
        if (packageName !== undefined && name !== packageName) continue;
        clicks += counted.clicks;
        if (since === '' || counted.since < since) since = counted.since;
      }
    return { clicks, since: since === '' ? null : new Date(since) };
  }

  async #look(): Promise<void> {
    const files = new Map<string, Read>();
    for (const name of await filesIn(this.#folder)) {
      // Closed or not, it is the same file.
      const key = name.slice(0, name.lastIndexOf('.'));
      const read = this.#files.get(key) ?? { to: 0, packages: new Map() };
      await readOn(join(this.#folder, name), read).catch(() => {
        // Taken over meanwhile, or renamed: the next look finds it if it is there.
      });
      files.set(key, read);
    }
    this.#files = files;
  }
}

async function readOn(path: string, read: Read): Promise<void> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK, read.to);
      // What is being written has no end yet: it is read the next time.
      const end = chunk.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      if (end === 0) return;
      for (const line of chunk.toString('utf8', 0, end).split('\n')) count(line, read);
      read.to += end;
    }
  } finally {
    await file.close();
  }
}

function count(line: string, { packages }: Read): void {
  const found = line === '' ? undefined : readLine(line);
  if (!found) return;
  const counted = packages.get(found.packageName);
  if (!counted) packages.set(found.packageName, { clicks: 1, since: found.at });
  else {
    counted.clicks++;
    if (found.at < counted.since) counted.since = found.at;
  }
}

function readLine(line: string): Pick<LinkRecord, 'packageName' | 'at'> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
