import { setTimeout as sleep } from 'node:timers/promises';
import type { Enqueue } from '#platform/server/jobs/job.ts';
import type { Loop, LoopRun, Wake } from '#platform/server/jobs/loop.ts';
import { importText } from '#traffic/intake/contract/import-messages.ts';
import { acceptedOf } from '#traffic/intake/server/import-store.ts';
import type { ImportRow } from '#traffic/intake/server/import-tables.ts';
import type { ImportDeps } from '#traffic/intake/server/run-import.ts';
import {
  abandonLoad,
  beginLoad,
  endLoad,
  LOAD_EVENTS,
  type Load,
  openLoads,
  releaseLoad,
  runLoad,
  SHORT_LOAD_EVENTS,
  STEP,
  splitLoad,
  waitingPackages,
} from './loads.ts';
import { afterLoadsJob } from './upkeep-jobs.ts';

export interface LoadParts {
  imports: ImportDeps;
  loadWake: Wake;
}

const PAUSE_MS = 1000;
const FAILED_MS = 5000;
/** A package whose loads fail waits, longer each time, while the others go on. */
const WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
/** Tries of a single batch before it is taken apart. */
const TRIES = 3;
/**
 * A package rests as long as its load took, at most this: a load costs as much for ten events as for thousands, and
 * meanwhile more come together, and others have the machine. One that has more waiting than a load takes does not rest
 * where there are no others.
 */
const LONGEST_REST_MS = 2000;
/** Who was loaded within this will soon have something waiting again. */
const LATELY_MS = 60_000;
const restAfter = (loadMs: number): number => Math.min(LONGEST_REST_MS, loadMs);
/** What looks at figures after an import runs at most this often after loads. */
const FOLLOWERS_MS = 60_000;

interface Trouble {
  until: number;
  tries: number;
  /** Events of the next load: fewer until what is in the way stands alone. */
  most: number;
}

interface Next {
  load: Load;
  /** Its package may have more waiting, and no other has. */
  goesOn: (events: number) => boolean;
}

/**
 * Takes what was acknowledged into the traffic table, one load at a time, packages in turn: the one that was loaded
 * longest ago comes next, however much another one has waiting.
 */
export class Loader {
  readonly #deps: ImportDeps;
  readonly #troubles = new Map<string, Trouble>();
  readonly #rests = new Map<string, number>();
  /** When packages were loaded last, of those that were lately. */
  readonly #loaded = new Map<string, number>();
  readonly #waitMs: number;
  readonly #most: number;
  readonly #short: number;
  readonly #restMs: (loadMs: number) => number;
  #followed = Number.NEGATIVE_INFINITY;

  constructor(
    deps: ImportDeps,
    { waitMs = WAIT_MS, most = LOAD_EVENTS, short = SHORT_LOAD_EVENTS, restMs = restAfter } = {},
  ) {
    this.#deps = deps;
    this.#waitMs = waitMs;
    this.#most = most;
    this.#short = short;
    this.#restMs = restMs;
  }

  /** One load; false when nothing waits that may be loaded now. */
  async step({ scope, signal, enqueue }: Omit<LoopRun, 'enqueue'> & { enqueue?: Enqueue }): Promise<boolean> {
    const next = (await this.#next()) ?? ((await this.#rested(signal)) ? await this.#next() : undefined);
    if (!next) return false;
    const { load, goesOn } = next;
    const started = performance.now();
    try {
      const row = await runLoad(scope, this.#deps, load, signal);
      if (row) {
        await this.#end(row);
        if (row.state === 'done' && !goesOn(acceptedOf(row))) this.#rest(load.packageName, started);
      }
      // Its record is gone: its events wait again, and those that are stored are known by their ids.
      else await abandonLoad(this.#deps.database, load);
    } catch (error) {
      if (!signal.aborted) this.#postpone(load.packageName, false);
      throw error;
    } finally {
      this.#loaded.set(load.packageName, performance.now());
    }
    if (enqueue) await this.#tell(enqueue);
    return true;
  }

  async #next(): Promise<Next | undefined> {
    const { database } = this.#deps;
    const now = performance.now();
    for (const [name, at] of this.#loaded) if (at + LATELY_MS <= now) this.#loaded.delete(name);
    for (const [name, until] of this.#rests) if (until <= now) this.#rests.delete(name);
    const isLate = (name: string): boolean => (this.#troubles.get(name)?.until ?? 0) > now;
    const open = (await openLoads(database)).find(({ packageName }) => !isLate(packageName));
    const goesOn = (events: number): boolean => events >= this.#most / 2;
    if (open) return { load: open, goesOn };
    const waiting = await waitingPackages(database);
    const loadedAt = (name: string): number => this.#loaded.get(name) ?? 0;
    const [next] = waiting
      .filter(({ name }) => !isLate(name) && !this.#rests.has(name))
      .sort((a, b) => loadedAt(a.name) - loadedAt(b.name));
    if (!next) return undefined;
    const { name, keys } = next;
    const isAlone = keys <= 1 && waiting.length === 1 && [...this.#loaded.keys()].every((each) => each === name);
    const most = Math.min(this.#troubles.get(name)?.most ?? this.#most, isAlone ? this.#most : this.#short);
    const load = await beginLoad(database, name, most);
    return load && { load, goesOn: isAlone ? goesOn : () => false };
  }

  #rest(name: string, started: number): void {
    const now = performance.now();
    this.#rests.set(name, now + this.#restMs(now - started));
  }

  /** Waits for the first that has rested; false when none rests, or the program stops. */
  async #rested(signal: AbortSignal): Promise<boolean> {
    const until = Math.min(...this.#rests.values());
    if (!Number.isFinite(until)) return false;
    await sleep(Math.max(0, until - performance.now()) + 1, undefined, { signal }).catch(() => {});
    return !signal.aborted;
  }

  async #end(row: ImportRow): Promise<void> {
    if (row.state === 'done') {
      await endLoad(this.#deps, row);
      this.#recover(row.packageName);
      return;
    }
    const trouble = this.#troubles.get(row.packageName);
    const isDisk = [importText('disk_full'), importText('storage_away')].includes(row.error ?? '');
    // A single batch that fails again and again: what is in the way is looked for inside.
    if (!isDisk && trouble && trouble.most <= 1 && trouble.tries >= TRIES) await splitLoad(this.#deps, row);
    else await releaseLoad(this.#deps, row);
    this.#postpone(row.packageName, !isDisk);
  }

  /** Step by step, so that what is in the way does not stop all the others again. */
  #recover(name: string): void {
    const trouble = this.#troubles.get(name);
    if (!trouble) return;
    const most = trouble.most * STEP;
    if (most >= this.#most) this.#troubles.delete(name);
    else this.#troubles.set(name, { ...trouble, until: 0, most });
  }

  #postpone(name: string, fewer: boolean): void {
    const before = this.#troubles.get(name) ?? { tries: 0, most: this.#most };
    const tries = before.tries + 1;
    const wait = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2 ** Math.min(before.tries, 10));
    const most = fewer ? Math.max(1, Math.floor(before.most / STEP)) : before.most;
    this.#troubles.set(name, { until: performance.now() + wait, tries, most });
  }

  async #tell(enqueue: Enqueue): Promise<void> {
    if (performance.now() - this.#followed < FOLLOWERS_MS) return;
    this.#followed = performance.now();
    await enqueue(afterLoadsJob, {});
  }
}

export function loadLoop({ imports, loadWake }: LoadParts): Loop {
  const loader = new Loader(imports);
  return {
    step: (run) => loader.step(run),
    wake: loadWake,
    pauseMs: PAUSE_MS,
    failedMs: FAILED_MS,
  };
}
