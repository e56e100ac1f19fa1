/** The one door to ClickHouse, embedded or a server: lanes, limits, cancelling, typed errors. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { cancelled, Lane } from './lane.ts';
import { embeddedSettings, type LaneName, MEMORY_SHARE, SECONDS } from './lane-limits.ts';
import { MemoryBudget } from './memory-budget.ts';
import { QueryFailed, queryError } from './query-errors.ts';
import { openServerEngine } from './server-engine.ts';
import { BASE_SETTINGS, DATABASE, type Engine, type Session, type Settings, type Statement } from './session.ts';
import { render, renderInline, type Sql, sql, trusted, typed } from './sql.ts';

export interface QueryOptions {
  lane?: LaneName;
  /** Aborting ends the query in the engine too, not only the wait for it. */
  signal?: AbortSignal;
  /** Who asks, for `system.processes`. */
  tag?: string;
  settings?: Settings;
  timeoutSeconds?: number;
}

export interface EngineInfo {
  mode: 'embedded' | 'server';
  version: string;
  /** Damaged parts the engine set aside at start: their rows are missing from every answer. Not 0 is an alarm. */
  detachedParts: number;
  /** Mutations not yet done; at start these are left-overs of a stop in their midst. */
  unfinishedMutations: number;
  running: Record<LaneName, number>;
  waiting: Record<LaneName, number>;
}

export interface ClickHouse {
  query<T>(question: Sql, options?: QueryOptions): Promise<T[]>;
  command(statement: Sql, options?: QueryOptions): Promise<void>;
  /** One call is one block: all rows or none, per partition. `table` comes from our own code. */
  insert(table: string, rows: readonly object[], options?: QueryOptions): Promise<void>;
  /** The answer as bytes in a ClickHouse format (`CSVWithNames`), never whole in memory. Default lane: heavy. */
  stream(question: Sql, format: string, options?: QueryOptions): Promise<Readable>;
  info(): Promise<EngineInfo>;
  /** Put files here (and only here) to read them with `fileSource`. */
  readonly userFiles: string;
  /** Grows when a write of this process begins and when it ends: answers begun at the same number saw the same writes. */
  readonly changes: number;
  close(): Promise<void>;
}

export interface ClickHouseConfig {
  /** A server; without it the engine is embedded in `folder`. */
  url?: string | undefined;
  folder: string;
  /** Bytes all queries together may hold. The process needs about 600 MB beside it. */
  memoryBytes?: number;
  /** With a server: its `user_files_path`, mounted on this machine. */
  userFiles?: string | undefined;
}

const CLOSE_WITHIN_MS = 20_000;
const DEFAULT_MEMORY = 1_400_000_000;

export async function openClickHouse(config: ClickHouseConfig): Promise<ClickHouse> {
  const cores = availableParallelism();
  const readers = Math.max(4, 2 * cores);
  const memory = config.memoryBytes ?? DEFAULT_MEMORY;
  const sessions = readers + 3; // heavy, write, control
  const engine = config.url
    ? await openServerEngine(config.url, config.userFiles ?? config.folder, sessions)
    : await openEmbeddedEngine(config.folder, memory, sessions);
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => engine.open()));
  const lanes = { light: await open(readers), heavy: await open(1), write: await open(1) };
  return new PooledClickHouse(engine, lanes, await engine.open(), { cores, memory });
}

/** The argument of `file(…)` for a staged file. The engine reads any path and expands globs, so both are refused here. */
export function fileSource(clickhouse: Pick<ClickHouse, 'userFiles'>, absolutePath: string): Sql {
  if (dirname(absolutePath) !== clickhouse.userFiles || !/^[\w-][\w.-]*$/.test(basename(absolutePath))) {
    throw new RangeError(`Not a staged file: ${absolutePath}`);
  }
  return sql`${typed('String', absolutePath)}`;
}

class PooledClickHouse implements ClickHouse {
  readonly userFiles: string;
  readonly #engine: Engine;
  readonly #lanes: Record<LaneName, Lane<Session>>;
  /** Ends queries; never queues behind one. */
  readonly #control: Session;
  readonly #machine: { cores: number; memory: number };
  readonly #sessions: readonly Session[];
  readonly #running = new Set<Promise<unknown>>();
  readonly #memory = new MemoryBudget();
  #closed = false;
  #changes = 0;

  constructor(
    engine: Engine,
    lanes: Record<LaneName, Session[]>,
    control: Session,
    machine: { cores: number; memory: number },
  ) {
    this.userFiles = engine.userFiles;
    this.#engine = engine;
    this.#lanes = { light: new Lane(lanes.light), heavy: new Lane(lanes.heavy), write: new Lane(lanes.write) };
    this.#sessions = [...lanes.light, ...lanes.heavy, ...lanes.write, control];
    this.#control = control;
    this.#machine = machine;
  }

  query<T>(question: Sql, options: QueryOptions = {}): Promise<T[]> {
    return this.#run(question, 'light', options, (session, statement) => session.rows<T>(statement));
  }

  command(statement: Sql, options: QueryOptions = {}): Promise<void> {
    return this.#changing(this.#run(statement, 'write', options, (session, ready) => session.command(ready)));
  }

  async insert(table: string, rows: readonly object[], options: QueryOptions = {}): Promise<void> {
    if (rows.length === 0) return;
    // Parallel parsing would cut the block at a place that changes from try to try.
    const settings = { ...options.settings, input_format_parallel_parsing: 0, max_insert_threads: 1 };
    const done = this.#run(trusted(''), 'write', { ...options, settings }, (session, ready) =>
      session.insert(table, rows, ready.settings),
    );
    await this.#changing(done);
  }

  get changes(): number {
    return this.#changes;
  }

  /** A write that failed may have written, so it counts as well. */
  async #changing(write: Promise<void>): Promise<void> {
    this.#changes++;
    try {
      await write;
    } finally {
      this.#changes++;
    }
  }

  stream(question: Sql, format: string, options: QueryOptions = {}): Promise<Readable> {
    if (!/^\w+$/.test(format)) throw new RangeError(`Not a ClickHouse format: ${format}`);
    return this.#run(question, 'heavy', options, (session, ready) => session.stream(ready, format));
  }

  async info(): Promise<EngineInfo> {
    const [row] = await this.query<{ version: string; detached: number; mutations: number }>(
      sql`SELECT version() AS version,
        (SELECT count() FROM system.detached_parts WHERE database = ${typed('String', DATABASE)}) AS detached,
        (SELECT count() FROM system.mutations WHERE NOT is_done AND database = ${typed('String', DATABASE)}) AS mutations`,
    );
    const count = (of: (lane: Lane<Session>) => number) => ({
      light: of(this.#lanes.light),
      heavy: of(this.#lanes.heavy),
      write: of(this.#lanes.write),
    });
    return {
      mode: this.#engine.mode,
      version: row?.version ?? '',
      detachedParts: row?.detached ?? 0,
      unfinishedMutations: row?.mutations ?? 0,
      running: count((lane) => lane.running),
      waiting: count((lane) => lane.waiting),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    // A query that has locked up must not keep the program from ending.
    await Promise.race([Promise.allSettled(this.#running), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    await Promise.all(this.#sessions.map((session) => session.close()));
    await this.#engine.close();
  }

  async #run<T>(
    fragment: Sql,
    usual: LaneName,
    options: QueryOptions,
    work: (session: Session, statement: Statement) => Promise<T>,
  ): Promise<T> {
    const laneName = options.lane ?? usual;
    const lane = this.#lanes[laneName];
    const session = await lane.acquire(options.signal);
    const giveBack = await this.#takeMemory(laneName, options.signal).catch((error: unknown) => {
      lane.release(session);
      throw error;
    });
    const mark = `${(options.tag ?? laneName).replace(/[^\w-]/g, '_')}-${randomUUID()}`;
    const { query, query_params } = this.#render(fragment);
    // A comment carries the mark because that also works where settings are frozen.
    const running = work(session, {
      query: `${query}\n/* ${mark} */`,
      query_params,
      settings: this.#settings(laneName, options),
    });
    const free = once((next: Session) => lane.release(next));
    const settled = running
      .then(untilRead, () => {})
      .finally(() => {
        this.#running.delete(settled);
        giveBack();
        free(session);
      });
    this.#running.add(settled);
    if (options.signal) this.#endOnAbort(options.signal, mark, running, settled, free);
    try {
      return await (options.signal ? orAborted(running, options.signal) : running);
    } catch (error) {
      throw queryError(error);
    }
  }

  /** A server looks after its own. Throws when the engine was closed meanwhile. */
  async #takeMemory(laneName: LaneName, signal: AbortSignal | undefined): Promise<() => void> {
    const isServer = this.#engine.mode === 'server';
    const giveBack = isServer ? () => {} : await this.#memory.take(MEMORY_SHARE[laneName], signal);
    if (!this.#closed) return giveBack;
    giveBack();
    throw new QueryFailed('ClickHouse is closed', 'unavailable');
  }

  /** A server is sized and limited by its own profiles. */
  #settings(laneName: LaneName, options: QueryOptions): Settings {
    const { cores, memory } = this.#machine;
    // A light one counts itself.
    const quiet = this.#lanes.light.running <= (laneName === 'light' ? 1 : 0);
    const bounds = { memory, threads: quiet ? cores : 1 };
    const own = this.#engine.mode === 'server' ? {} : embeddedSettings(laneName, bounds);
    const seconds = options.timeoutSeconds ?? SECONDS[laneName];
    return { ...BASE_SETTINGS, max_execution_time: seconds, ...own, ...options.settings };
  }

  /** A server binds the values itself. */
  #render(fragment: Sql): { query: string; query_params: Record<string, unknown> } {
    return this.#engine.mode === 'server' ? render(fragment) : { query: renderInline(fragment), query_params: {} };
  }

  #endOnAbort(
    signal: AbortSignal,
    mark: string,
    running: Promise<unknown>,
    settled: Promise<void>,
    free: (session: Session) => void,
  ): void {
    let over = false;
    const end = async () => {
      running.then(
        (result) => result instanceof Readable && result.destroy(),
        () => {},
      );
      // Never SYNC: in chDB that does not return.
      for (let tries = 0; !over && tries < 20; tries++) {
        await this.#control.command({ ...this.#render(killStatement(mark)), settings: {} }).catch(() => {});
        await sleep(200);
      }
      // Should one ever not end: give the lane a new session rather than lose the place for good.
      if (!over) free(await this.#engine.open());
    };
    const onAbort = () => void end();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void settled.finally(() => {
      over = true;
      signal.removeEventListener('abort', onAbort);
    });
  }
}

/** Once per query: `is_cancelled` means that it is on its way out. */
function killStatement(mark: string): Sql {
  return sql`KILL QUERY WHERE position(query, ${typed('String', mark)}) > 0 AND query NOT LIKE 'KILL%' AND NOT is_cancelled ASYNC`;
}

function orAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancelled());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A stream keeps its session until its last byte is read or its reader is gone. */
async function untilRead(result: unknown): Promise<void> {
  if (result instanceof Readable) await finished(result, { writable: false }).catch(() => {});
}

/** A place in a lane is given back once, whoever comes first. */
function once<T>(work: (value: T) => void): (value: T) => void {
  let done = false;
  return (value) => {
    if (!done) work(value);
    done = true;
  };
}
